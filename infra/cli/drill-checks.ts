import * as z from 'zod/mini';
import { hongKongDate } from '#shared/hong-kong';
import { hashPassword } from '#shared/password-hash';
import { createOperator } from '../../functions/handlers/operator.ts';
import { enqueueNotice, type PreparedTable } from '../../functions/handlers/restored-table.ts';
import type { Table } from '../../functions/platform/table/table.ts';
import { generatePassword, register } from '../local/demo-data.ts';
import { localFilesBucket, localTable } from '../local/environment.ts';
import type { LocalProduct } from '../local/product.ts';

interface Credentials {
  username: string;
  password: string;
}

/** Names the member of the drill, whom only the restored copy has. */
const DRILL_MEMBER = 'restore-drill';
const DRILL_ADDRESS = `${DRILL_MEMBER}@asiagraphics.example`;
const WAITING_ADDRESS = 'restore-drill-waiting@asiagraphics.example';

/** Puts an email that is due into a restored table, as it would be if it had left after the backup. Returns its id. */
export const enqueueDrillMail = (table: Table): Promise<string> =>
  enqueueNotice(table, WAITING_ADDRESS, 'This email may have left after the backup was made.');

interface Check {
  name: string;
  /** Rejects with what is wrong. */
  check: () => Promise<void>;
}

/** What members and administrators come for, in the order in which one needs the other. */
export function checksOf(
  product: LocalProduct,
  account: Credentials | undefined,
  prepared: PreparedTable & { waiting: string },
): Check[] {
  const { url } = product;
  const startedAt = new Date().toISOString();
  const newcomer = { username: DRILL_MEMBER, password: generatePassword() };
  const openOperator = () => createOperator({ TABLE_NAME: localTable, FILES_BUCKET: localFilesBucket });
  const countMails = async (address: string) =>
    (await mailsTo(url, startedAt)).filter((each) => each === address).length;
  const membershipOf = async (token: string) =>
    Membership.parse(await get(url, '/membership/get-membership', token)).data[0];

  const oldMember = (member: Credentials): Check => ({
    name: `${member.username} logs in with the old password and sees the own page`,
    check: async () => {
      const token = await logIn(url, member);
      const { data } = Profile.parse(await get(url, '/userinfo', token));
      if (data.uid === '') throw new Error('it has no membership ID');
      await membershipOf(token);
    },
  });
  return [
    ...(account ? [oldMember(account)] : []),
    {
      name: 'a member registers and gets an email',
      check: async () => {
        const callApi = (path: string, body: object) => post(url, path, body);
        await register(callApi, newcomer.username, newcomer.password, ['Restore', 'Drill']);
        await poll(async () => (await countMails(DRILL_ADDRESS)) > 0);
      },
    },
    {
      name: 'the member changes the profile',
      check: async () => {
        const token = await logIn(url, newcomer);
        const { version } = Profile.parse(await get(url, '/userinfo', token)).data;
        await send('PUT', `${url}/api/userinfo`, token, { affiliation: 'Restore drill', version });
        const { affiliation } = Profile.parse(await get(url, '/userinfo', token)).data;
        if (affiliation !== 'Restore drill') throw new Error(`the affiliation is "${affiliation}"`);
      },
    },
    {
      name: 'a payment becomes a membership, and its receipt has a number that nobody has',
      check: async () => {
        const transfer = { type: 'student', amountMinorUnits: 12_000, reference: 'Restore drill' } as const;
        const date = hongKongDate(new Date());
        const operator = openOperator();
        await operator.recordBankTransfer(DRILL_MEMBER, { ...transfer, date }, 'Restore drill');
        const token = await logIn(url, newcomer);
        const { receiptNumber: number = '', endDate = '' } = (await membershipOf(token)) ?? {};
        if (endDate <= date) throw new Error(`the membership ends on ${endDate}`);
        if (number !== prepared.nextReceipt)
          throw new Error(`the receipt has ${number}, not ${prepared.nextReceipt}, the first free one`);
        await poll(async () => {
          const reply = ReceiptLink.parse(await get(url, `/membership/receipt?number=${number}`, token));
          const link = reply.data?.url;
          return link !== undefined && (await readStart(link)) === '%PDF';
        });
      },
    },
    {
      name: 'no email but those of the drill has left',
      check: async () => {
        const others = (await mailsTo(url, startedAt)).filter((address) => address !== DRILL_ADDRESS);
        if (others.length > 0) throw new Error(`${others.length} have`);
      },
    },
    {
      name: 'an email that may have left is not sent again until an operator sends it, and then once',
      check: async () => {
        const operator = openOperator();
        const held = await operator.listQueuedMails(true);
        if (!held.some(({ id }) => id === prepared.waiting)) throw new Error('it is not held');
        await operator.sendQueuedMail(prepared.waiting);
        await poll(async () => (await countMails(WAITING_ADDRESS)) > 0);
        await poll(
          async () => !(await operator.listQueuedMails(false)).some(({ id }) => id === prepared.waiting),
        );
        const times = await countMails(WAITING_ADDRESS);
        if (times !== 1) throw new Error(`it was sent ${times} times`);
      },
    },
    {
      // The other administrators get a notice of it.
      name: 'the outbox sends an email to members',
      check: async () => {
        const operator = openOperator();
        await operator.markEmailVerified(DRILL_MEMBER);
        await operator.grantAdmin(DRILL_MEMBER);
        const token = await logIn(url, newcomer);
        const before = await countMails(DRILL_ADDRESS);
        const form = new FormData();
        form.append('subject', 'Restore drill');
        form.append('content', '<p>Restore drill</p>');
        form.append('recipients', JSON.stringify([DRILL_ADDRESS]));
        const { id } = Campaign.parse(await send('POST', `${url}/api/admin/send-email`, token, form)).data;
        await poll(async () => {
          const { items } = Campaigns.parse(await get(url, '/admin/campaigns', token)).data;
          return items.find((item) => item.id === id)?.state === 'done';
        });
        if ((await countMails(DRILL_ADDRESS)) <= before) throw new Error('it is done, and nothing arrived');
      },
    },
  ];
}

const Salt = z.object({ salt: z.string() });
const Token = z.object({ token: z.string() });
const Profile = z.object({
  data: z.object({ uid: z.string(), version: z.string(), affiliation: z.string() }),
});
const Membership = z.object({ data: z.array(z.object({ receiptNumber: z.string(), endDate: z.string() })) });
const Campaigns = z.object({
  data: z.object({ items: z.array(z.object({ id: z.string(), state: z.string() })) }),
});
const Campaign = z.object({ data: z.object({ id: z.string() }) });
const ReceiptLink = z.object({ data: z.optional(z.nullable(z.object({ url: z.optional(z.string()) }))) });
const Mails = z.array(z.object({ to: z.array(z.string()), receivedAt: z.string() }));

const post = (url: string, path: string, body: object): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A call that a member makes; a form is sent as it is. */
async function send(method: string, url: string, token: string, body: object | FormData): Promise<unknown> {
  const isForm = body instanceof FormData;
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${reply.status}`);
  return reply.json();
}

async function get(url: string, path: string, token: string): Promise<unknown> {
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  return reply.json();
}

async function logIn(url: string, { username, password }: Credentials): Promise<string> {
  const { salt } = Salt.parse(await (await post(url, '/auth/getSalt', { username })).json());
  const reply = await post(url, '/auth/login', { username, password: await hashPassword(password, salt) });
  if (!reply.ok) throw new Error(`the login answered ${reply.status}`);
  return Token.parse(await reply.json()).token;
}

/** The recipients of all emails since then. */
async function mailsTo(url: string, since: string): Promise<string[]> {
  const reply = await fetch(`${url}/_local/mail`, { headers: { accept: 'application/json' } });
  const mails = Mails.parse(await reply.json());
  return mails.filter(({ receivedAt }) => receivedAt >= since).flatMap(({ to }) => to);
}

const readStart = async (link: string): Promise<string> =>
  Buffer.from(await (await fetch(link)).arrayBuffer()).toString('latin1', 0, 4);

const LIMIT_MS = 30_000;
const POLL_MS = 200;

async function poll(condition: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`nothing came within ${LIMIT_MS / 1000} s`);
    await new Promise((resolveAfter) => setTimeout(resolveAfter, POLL_MS));
  }
}
