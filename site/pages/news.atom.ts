import { listNews } from '../lib/content/collections.ts';
import { formatNewsFeed } from '../lib/content/feeds.ts';
import { sentenceMarkdown } from '../lib/content/news.ts';

export const GET = async () => {
  const items = (await listNews()).map((item) => ({
    date: item.date,
    sample: item.sample === true,
    ...('entry' in item
      ? { name: item.of ?? item.entry.id.split('/').at(-1) ?? '', body: item.entry.body ?? '' }
      : { name: item.of, body: sentenceMarkdown(item.sentence) }),
  }));
  return new Response(formatNewsFeed(items, new Date()));
};
