import { loadSessions } from '../lib/content/collections.ts';
import { site } from '../lib/content/data.ts';
import { formatWebinarFeed } from '../lib/content/feeds.ts';

export const GET = async () => new Response(formatWebinarFeed(await loadSessions(), site, new Date()));
