import { loadNews } from '../lib/content/collections.ts';
import { site } from '../lib/content/data.ts';
import { formatNewsFeed } from '../lib/content/feeds.ts';

export const GET = async () => new Response(formatNewsFeed(await loadNews(), site));
