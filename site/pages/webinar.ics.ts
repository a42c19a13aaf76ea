import { formatCalendar } from '../lib/content/calendar.ts';
import { loadSessions } from '../lib/content/collections.ts';

export const GET = async () => new Response(formatCalendar(await loadSessions(), new Date()));
