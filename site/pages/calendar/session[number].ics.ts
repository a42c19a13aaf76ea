import type { APIRoute, GetStaticPaths } from 'astro';
import { formatCalendar } from '../../lib/content/calendar.ts';
import { loadSessions } from '../../lib/content/collections.ts';
import type { WebinarSession } from '../../schemas/webinar.ts';

export const getStaticPaths = (async () =>
  (await loadSessions()).map((session) => ({
    params: { number: String(session.number) },
    props: session,
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<WebinarSession> = ({ props }) => new Response(formatCalendar([props], new Date()));
