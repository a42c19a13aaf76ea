import * as z from 'zod/mini';
import { getSalt, login } from '#contract/auth';
import { getCampaigns } from '#contract/campaigns';
import { createCampaign } from '#contract/compose-campaign';
import type { Endpoint } from '#contract/endpoint';
import { getMembership } from '#contract/membership';
import { getReceipt } from '#contract/payments';
import { getUserInfo } from '#contract/profile';
import { hongKongDate } from '#shared/hong-kong';
import { hashPassword } from '#shared/password-hash';
import { createOperator } from '../../functions/handlers/operator.ts';
import { enqueueNotice, type PreparedTable } from '../../functions/handlers/restored-table.ts';
import type { Table } from '../../functions/platform/table/table.ts';
import { generatePassword, register } from '../local/demo-data.ts';
import { localTable } from '../local/environment.ts';
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
  const openOperator = () => createOperator({ TABLE_NAME: localTable });
  const countMails = async (address: string) =>
    (await mailsTo(url, startedAt)).filter((each) => each === address).length;
  const membershipOf = async (token: string) => (await call(url, getMembership, { token })).data[0];

  const oldMember = (member: Credentials): Check => ({
    name: `${member.username} logs in with the old password and sees the own page`,
    check: async () => {
      const token = await logIn(url, member);
      const { data } = await call(url, getUserInfo, { token });
      if (data.uid === '') throw new Error('it has no membership ID');
      await membershipOf(token);
    },
  });
  return [
    ...(account ? [oldMember(account)] : []),
    {
      name: 'a member registers and gets an email',
      check: async () => {
        const headers = { 'content-type': 'application/json' };
        const callApi = (path: string, body: object) =>
          fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        await register(callApi, newcomer.username, newcomer.password, ['Restore', 'Drill']);
        await poll(async () => (await countMails(DRILL_ADDRESS)) > 0);
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
          const link = (await call(url, getReceipt, { token, input: { number } })).data?.url;
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
        const { id } = (await call(url, createCampaign, { token, input: form })).data;
        await poll(async () => {
          const { items } = (await call(url, getCampaigns, { token })).data;
          return items.find((item) => item.id === id)?.state === 'done';
        });
        if ((await countMails(DRILL_ADDRESS)) <= before) throw new Error('it is done, and nothing arrived');
      },
    },
  ];
}

const Mails = z.array(z.object({ to: z.array(z.string()), receivedAt: z.string() }));

/** Calls the API as the pages do: with a query, JSON or a form. Rejects any reply but a success. */
async function call<Reply extends z.ZodMiniType>(
  url: string,
  { method, path, reply: schema }: Endpoint<z.ZodMiniType, Reply>,
  { token = '', input = {} }: { token?: string; input?: Record<string, string> | FormData },
): Promise<z.output<Reply>> {
  const isForm = input instanceof FormData;
  const query = method === 'GET' && !isForm ? `?${new URLSearchParams(input)}` : '';
  const reply = await fetch(`${url}/api${path}${query}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: isForm ? input : JSON.stringify(input) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`);
  return schema.parse(await reply.json());
}

async function logIn(url: string, { username, password }: Credentials): Promise<string> {
  const { salt } = await call(url, getSalt, { input: { username } });
  const input = { username, password: await hashPassword(password, salt) };
  return (await call(url, login, { input })).token;
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
