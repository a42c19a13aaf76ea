import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isLoopbackHost } from './loopback.ts';

/**
 * Everything below `/_local`, which exists on one's own machine alone and is for its own pages alone: a page of another site
 * could otherwise pay in somebody's name, or read the mail under a name that was made to lead here.
 */
export function localRoutes(...rooms: readonly Hono[]): Hono {
  const doors = new Hono().basePath('/_local');
  doors.use(async (c, next) => {
    const host = c.req.header('host');
    const origin = c.req.header('origin');
    if (!isLoopbackHost(host) || (origin !== undefined && origin !== `http://${host}`)) {
      throw new HTTPException(403, { message: 'This page is available on localhost only.' });
    }
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  for (const room of rooms) doors.route('/', room);
  doors.notFound((c) => c.text('There is no such local door.', 404));
  return doors;
}
