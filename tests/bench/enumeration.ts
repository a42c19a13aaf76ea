import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { createApiHandler } from '../../functions/handlers/api.ts';
import { argon2PasswordHasher } from '../../functions/platform/passwords.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { configureLocalAws } from '../../infra/local/settings.ts';
import { apiEnvironment, originSecret } from '../support/api/api-environment.ts';
import { hashed, insertMember, member, registration } from '../support/api/make.ts';
import { type Figure, ratio } from './figures.ts';

/**
 * Whether the time of an anonymous call tells a member's name or address from a stranger's. Each sample comes from a network
 * of its own and asks about an account of its own; known and unknown take turns at being first.
 */

const SAMPLES = 250;
/** A member's row is read and parsed, a millisecond beside the hash; a check of one hash more or less would double the time. */
const APART = 1.1;

const reset = (email: string, guess: string) => ({
  email,
  code: '00000000',
  salt: 'salt-of-a-stranger',
  encryptedPassword: hashed(guess, 'salt-of-a-stranger'),
});
const questions: [name: string, path: string, body: (name: string) => object][] = [
  ['login', 'login', (username) => ({ username, password: 'f'.repeat(64) })],
  ['a code', 'forgetPassword', (name) => ({ email: `${name}@example.org` })],
  ['a wrong code', 'resetPassword', (name) => reset(`${name}@example.org`, 'a teapot on a Cornell box')],
  ['a reset with a common password', 'resetPassword', (name) => reset(`${name}@example.org`, 'qwertyuiop')],
  ['a reset with the username', 'resetPassword', (name) => reset(`${name}@example.org`, name)],
  ['a salt for a login with an address', 'getSalt', (name) => ({ username: `${name}@example.org` })],
  ['a salt for a new password', 'genSalt', (name) => ({ email: `${name}@example.org` })],
  [
    'a registration with a common password',
    'register',
    (userName) => registration({ userName, email: `${userName}@example.org`, plainPassword: 'qwertyuiop' }),
  ],
];

/** On a table in a database of its own, in memory, whose replies may take a minute. */
export async function measure(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    configureLocalAws({ dynamodb: database.endpoint });
    const table = openTable('bench', { replyMs: 60_000 });
    await ensureTable(table.name);
    const passwordHash = await argon2PasswordHasher(apiEnvironment.PASSWORD_PEPPER).hash('of every member');
    for (let n = 0; n < SAMPLES; n += 1) {
      const names = { username: `member${n}`, email: `member${n}@example.org` };
      await insertMember(table, member({ uid: String(20_000_000 + n), ...names, passwordHash }));
    }
    const app = createApiHandler(
      { ...apiEnvironment, TABLE_NAME: table.name },
      createRuntime(() => {}),
    );
    let networks = 0;
    const millisecondsOf = async (path: string, body: object) => {
      networks += 1;
      const address = `2001:db8:${Math.floor(networks / 65_536)}:${(networks % 65_536).toString(16)}::1`;
      const headers = {
        'content-type': 'application/json',
        [originSecretHeader]: originSecret,
        [viewerAddressHeader]: address,
      };
      const call = { method: 'POST', headers, body: JSON.stringify(body) };
      const startedAt = performance.now();
      await (await app.request(`https://www.example.org/api/auth/${path}`, call)).text();
      return performance.now() - startedAt;
    };

    const figures: Figure[] = [];
    for (const [name, path, body] of questions) {
      const times = { member: [] as number[], nobody: [] as number[] };
      for (let n = 0; n < SAMPLES; n += 1) {
        const order = n % 2 === 0 ? (['member', 'nobody'] as const) : (['nobody', 'member'] as const);
        for (const who of order) times[who].push(await millisecondsOf(path, body(`${who}${n}`)));
      }
      const apart = ratio(times.member, times.nobody);
      const slower = Math.max(apart, 1 / apart);
      figures.push({ name: `${name}: the slower to the quicker`, times: slower, atMost: APART });
    }
    return figures;
  } finally {
    await database.stop();
  }
}
