import { DatabaseSync } from 'node:sqlite';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

/** Sign-ins and session checks as better-auth does them by default, without limits; SQLite in memory, its fastest. */

const SITE_URL = 'https://www.example.org';
const password = 'a teapot on a Cornell box';

async function open(lanes) {
  /** One account for each lane. */
  const addresses = Array.from({ length: lanes }, (_, lane) => `teapot-${lane}@example.org`);
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

  const request = (method, path, { body, cookie }) =>
    new Request(`${SITE_URL}/api/auth${path}`, {
      method,
      headers: {
        origin: SITE_URL,
        ...(body && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  async function signIn(lane) {
    const body = { email: addresses[lane], password };
    const reply = await auth.handler(request('POST', '/sign-in/email', { body }));
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(text);
    const cookies = reply.headers.getSetCookie();
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  }

  for (const email of addresses) {
    await auth.handler(request('POST', '/sign-up/email', { body: { name: 'Utah Teapot', email, password } }));
  }
  return { addresses, auth, request, signIn };
}

export async function signIns(lanes) {
  const { signIn } = await open(lanes);
  return async (lane) => void (await signIn(lane));
}

export async function sessionChecks(lanes) {
  const { addresses, auth, request, signIn } = await open(lanes);
  const isSignedIn = async (check) => (await (await auth.handler(check)).text()).includes('teapot-');
  const cookies = await Promise.all(addresses.map((_, lane) => signIn(lane)));
  const checks = cookies.map((each) => request('GET', '/get-session', { cookie: each }));
  return async (lane) => {
    if (!(await isSignedIn(checks[lane]))) throw new Error('A session does not count');
  };
}
