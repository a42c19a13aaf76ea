import { formatCalendar } from '../lib/content/calendar.ts';
import { loadSessions } from '../lib/content/collections.ts';
import { site } from '../lib/content/data.ts';

export const GET = async () => new Response(formatCalendar(await loadSessions(), site, new Date()));
