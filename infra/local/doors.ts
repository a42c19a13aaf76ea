import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Everything below `/_local`, which exists on one's own machine alone. Asked under another name it is refused: a stranger's
 * page whose name was made to lead to this machine could otherwise read the mail (DNS rebinding).
 */
export function localDoors(...rooms: readonly Hono[]): Hono {
  const doors = new Hono().basePath('/_local');
  doors.use(async (c, next) => {
    if (!LOOPBACK.test(c.req.header('host') ?? '')) {
      throw new HTTPException(403, { message: 'The local doors open for localhost only.' });
    }
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  for (const room of rooms) doors.route('/', room);
  doors.notFound((c) => c.text('There is no such local door.', 404));
  return doors;
}
