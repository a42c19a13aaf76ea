import { formatNewsFeed } from '../lib/content/feeds.ts';
import { listNews } from '../lib/content/news.ts';

export const GET = async () => new Response(formatNewsFeed(await listNews(), new Date()));
