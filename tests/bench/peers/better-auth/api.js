import { DatabaseSync } from 'node:sqlite';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

/** Sign-ins and session checks as better-auth does them by default, without limits; SQLite in memory, its fastest. */

const URL = 'https://www.example.org';
const password = 'a teapot on a Cornell box';
const address = (lane) => `teapot-${lane}@example.org`;

async function open() {
  const auth = betterAuth({
    baseURL: URL,
    secret: crypto.randomUUID() + crypto.randomUUID(),
    database: new DatabaseSync(':memory:'),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  await (await getMigrations(auth.options)).runMigrations();

  async function call(method, path, { body, cookie } = {}) {
    const headers = {
      origin: URL,
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    };
    const request = new Request(`${URL}/api/auth${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = await auth.handler(request);
    return { reply, text: await reply.text() };
  }

  async function signIn(lane) {
    const { reply, text } = await call('POST', '/sign-in/email', {
      body: { email: address(lane), password },
    });
    if (reply.status !== 200) throw new Error(text);
    return reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  for (let lane = 0; lane < 8; lane += 1) {
    await call('POST', '/sign-up/email', { body: { name: 'Utah Teapot', email: address(lane), password } });
  }
  return { call, signIn };
}

export async function signIns() {
  const { signIn } = await open();
  return async (lane) => void (await signIn(lane));
}

export async function sessionChecks() {
  const { call, signIn } = await open();
  const isSignedIn = async (cookie, lane) =>
    (await call('GET', '/get-session', { cookie })).text.includes(address(lane));
  const ended = await signIn(0);
  await call('POST', '/sign-out', { body: {}, cookie: ended });
  if (await isSignedIn(ended, 0)) throw new Error('An ended session still counts');

  const cookies = await Promise.all(Array.from({ length: 8 }, (_, lane) => signIn(lane)));
  return async (lane) => {
    if (!(await isSignedIn(cookies[lane], lane))) throw new Error('A session does not count');
  };
}
