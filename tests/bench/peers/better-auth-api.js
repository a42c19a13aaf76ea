import { DatabaseSync } from 'node:sqlite';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

const SITE_URL = 'https://www.example.org';
const password = 'a teapot on a Cornell box';

/** Sign-ins and session checks as better-auth does them by default, without limits; SQLite in memory, its fastest. */
export async function open(lanes) {
  const auth = betterAuth({
    baseURL: SITE_URL,
    secret: crypto.randomUUID() + crypto.randomUUID(),
    database: new DatabaseSync(':memory:'),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  await (await getMigrations(auth.options)).runMigrations();

  const post = (path, body) =>
    auth.handler(
      new Request(`${SITE_URL}/api/auth${path}`, {
        method: 'POST',
        headers: { origin: SITE_URL, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  const emailOf = (lane) => `teapot-${lane}@example.org`;
  for (let lane = 0; lane < lanes; lane += 1)
    await post('/sign-up/email', { name: 'Utah Teapot', email: emailOf(lane), password });
  return {
    async signIn(lane) {
      const reply = await post('/sign-in/email', { email: emailOf(lane), password });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(text);
      const cookies = reply.headers.getSetCookie();
      return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    },
    useSession(cookie) {
      const request = new Request(`${SITE_URL}/api/auth/get-session`, {
        headers: { origin: SITE_URL, cookie },
      });
      return async () => {
        const text = await (await auth.handler(request)).text();
        if (!text.includes('teapot-')) throw new Error(text);
      };
    },
  };
}
