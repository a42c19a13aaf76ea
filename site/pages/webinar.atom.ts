import { loadSessions } from '../lib/content/collections.ts';
import { formatWebinarFeed } from '../lib/content/feeds.ts';

export const GET = async () => new Response(formatWebinarFeed(await loadSessions(), new Date()));
