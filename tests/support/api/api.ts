import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { sessionTokenKind } from '../../../functions/account/sessions.ts';
import { archiveTokenKind } from '../../../functions/archive/archive.ts';
import { type ApiContext, createApp } from '../../../functions/handlers/api.ts';
import { operatorActions } from '../../../functions/handlers/operator.ts';
import type { CountingRule, Subject } from '../../../functions/limits/limits.ts';
import { incrementCounter } from '../../../functions/limits/repository.ts';
import { fillIn, mailText } from '../../../functions/mail/transactional/mail.ts';
import {
  acquireMailLease,
  finishMail,
  listDueMails,
} from '../../../functions/mail/transactional/repository.ts';
import { hmacKeyedHash } from '../../../functions/platform/keyed-hash.ts';
import { argon2PasswordHasher } from '../../../functions/platform/passwords.ts';
import type { LogEntry } from '../../../functions/platform/runtime.ts';
import { appCodes, secondFactorKeys } from '../../../functions/platform/second-factor.ts';
import type { Table } from '../../../functions/platform/table/table.ts';
import { tokenSigner } from '../../../functions/platform/tokens.ts';
import { siteWebauthn } from '../../../functions/platform/webauthn.ts';
import { tableRights } from '../../../infra/table-rights.ts';
import { freshTable } from '../table/dynamo.ts';
import { grantedTable } from '../table/granted-table.ts';
import { originSecret } from './api-environment.ts';
import { localPaymentRules, providerAt } from './checkout.ts';
import { hashed, PASSWORD, registration, SALT } from './make.ts';
import { ARCHIVE_PASSWORD, loadArchive } from './make-archive.ts';
import { officeActions } from './office.ts';
import { grantedFiles, memoryFiles } from './stored-files.ts';

const SITE_URL = 'https://www.example.org';
const CONTACT_ADDRESS = 'contact@example.org';
/** The key of the hashes that the log has for names and networks. */
export const MAIL_KEY = 'mail-key-of-the-tests-0123456789-0123456789';
const tokenKey = 'token-key-of-the-tests-0123456789-0123456789';

export interface Reply {
  status: number;
  headers: Headers;
  // Tests look into replies of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: a reply is read field by field
  body: any;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  address?: string;
  /** A raw body instead of JSON. */
  raw?: NonNullable<RequestInit['body']>;
}

/** A caller from a network of its own for each number below 65,536. */
export const network = (n: number): CallOptions => ({ address: `198.51.${n >> 8}.${n & 255}` });

/** The real API on a table of its own, with a clock that is moved by hand and cheap parameters for argon2. */
export async function startApi(overrides: Partial<ApiContext> = {}, given: { table?: Table } = {}) {
  const table = given.table ?? (await freshTable());
  // Long enough for a busy machine; tests of the deadline shorten it.
  const limit = { limitMs: 60_000 };
  const time = { now: new Date('2026-03-02T08:00:00Z') };
  const reports: LogEntry[] = [];
  const stored = { files: memoryFiles(), mail: memoryFiles(), images: memoryFiles() };
  const archivePasswords = argon2PasswordHasher('', { memoryKiB: 64, passes: 1 });
  const runtime = {
    now: () => time.now,
    randomBytes: (length: number) => randomBytes(length),
    sleep: (milliseconds: number) => sleep(milliseconds),
    log: (event: LogEntry) => void reports.push(event),
  };
  /** A function's table and files, with no rights that its role has not. */
  const grantedTo = (name: keyof typeof tableRights) => {
    const { files, mail, images } = grantedFiles(stored, name);
    const granted = { ...runtime, table: grantedTable(table, tableRights[name]) };
    return { ...granted, files, mailFiles: mail, images };
  };
  const sender = grantedTo('send-transactional-mail');
  const context: ApiContext = {
    ...grantedTo('api'),
    // Nothing listens there: a test with payments brings the emulator.
    loadProvider: providerAt('http://127.0.0.1:1', runtime.log),
    paymentRules: localPaymentRules,
    sessionTokens: tokenSigner({ current: tokenKey }, SITE_URL, sessionTokenKind),
    passwords: argon2PasswordHasher('pepper', { memoryKiB: 64, passes: 1 }),
    totp: appCodes,
    loadWebauthn: async () => siteWebauthn(SITE_URL),
    secondFactorKeys: secondFactorKeys('pepper'),
    secondFactorPolicy: 'optional',
    archiveTokens: tokenSigner({ current: tokenKey }, SITE_URL, archiveTokenKind),
    archivePasswordHash: await archivePasswords.hash(ARCHIVE_PASSWORD),
    archivePasswords,
    loadArchive,
    keyedHash: hmacKeyedHash(MAIL_KEY),
    // Campaigns are only written down: tests that send them bring a queue.
    queue: { send: async () => {} },
    importQueue: { send: async () => {} },
    schedules: { create: async () => {}, remove: async () => {} },
    siteUrl: SITE_URL,
    contactAddress: CONTACT_ADDRESS,
    seat: 'Hong Kong',
    loadCommonPasswords: async () => ['password', '12345678', 'qwertyuiop'],
    ...overrides,
  };
  const app = createApp(context, { originSecret, limit });

  async function call(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Reply> {
    // As bytes, because Node throws an uncaught error if a form that it encodes itself is not read to the end.
    const form = options.raw instanceof FormData ? new Response(options.raw) : undefined;
    const raw = (await form?.arrayBuffer()) ?? options.raw;
    const response = await app.request(`${SITE_URL}/api${path}`, {
      method,
      headers: {
        [originSecretHeader]: originSecret,
        [viewerAddressHeader]: options.address ?? '203.0.113.7',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(raw !== undefined
        ? { body: raw, duplex: 'half' }
        : body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  }

  const post = (path: string, body?: unknown, options?: CallOptions) => call('POST', path, body, options);
  const get = (path: string, options?: CallOptions) => call('GET', path, undefined, options);

  /** Requests the salt, hashes and logs in, as the browser does. */
  async function signIn(
    username = 'utah_teapot',
    password = PASSWORD,
    options?: CallOptions & { rememberMe?: boolean; secondFactor?: string },
  ) {
    const salt = await post('/auth/getSalt', { username }, options);
    return post(
      '/auth/login',
      {
        username,
        password: hashed(password, salt.body.salt ?? ''),
        rememberMe: options?.rememberMe ?? false,
        secondFactor: options?.secondFactor,
      },
      options,
    );
  }

  /** The due emails, oldest first, each only once. */
  async function dueMails() {
    const mails = [];
    for (const id of await listDueMails(sender, time.now, 100)) {
      const mail = await acquireMailLease(sender, id, time.now, 60);
      if (!mail) continue;
      await finishMail(sender, mail, { state: 'sent', messageId: 'message-id' }, time.now);
      mails.push({
        ...mail,
        text: fillIn(mailText(mail), { siteUrl: SITE_URL, contactAddress: CONTACT_ADDRESS }),
      });
    }
    return mails;
  }

  return {
    app,
    dueMails,
    /** What the due emails are about, in alphabetical order. */
    subjects: async () => (await dueMails()).map(({ subject }) => subject).sort(),
    /** The code in the latest email to this address. */
    async codeFor(address: string) {
      const mails = (await dueMails()).filter(({ to }) => to === address);
      return /^\d{8}$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? 'no code';
    },
    context,
    grantedTo,
    table,
    time,
    limit,
    reports,
    stored,
    operator: { ...operatorActions(context), ...officeActions(context) },
    call,
    post,
    get,
    register: (fields: Parameters<typeof registration>[0] = {}, options?: CallOptions) =>
      post('/auth/register', registration(fields), options),
    signIn,
    /** Logs in and resolves to the token. */
    tokenOf: async (...given: Parameters<typeof signIn>): Promise<string> =>
      (await signIn(...given)).body.token,
    /** 200 for an open session, 401 for one that has ended. */
    statusOf: async (token: string) => (await get('/userinfo', { token })).status,
    /** Sets a new password with a code from an email. */
    resetPassword: (email: string, code: string, password: string, options?: CallOptions) =>
      post(
        '/auth/resetPassword',
        { email, code, salt: SALT, encryptedPassword: hashed(password, SALT) },
        options,
      ),
    /** Changes the password of the test's member, who registered with `PASSWORD`. */
    changePassword: (token: string, to: string, options: CallOptions = {}) =>
      post(
        '/user/password-update',
        {
          username: 'utah_teapot',
          old_password: hashed(PASSWORD, SALT),
          new_password: hashed(to, SALT),
          salt: SALT,
        },
        { token, ...options },
      ),
    confirmEmail: (token: string, code: string) =>
      post('/user/email-verification', { action: 'confirm', code }, { token }),
    /** Deletes the account of this token. */
    deleteAccount: (token: string, username = 'utah_teapot', options: CallOptions = {}) =>
      post('/user/delete-account', { username, password: hashed(PASSWORD, SALT) }, { token, ...options }),
    /** Adds earlier calls to the count of a limit, in the present window. */
    count: (rule: CountingRule, subject: Subject, calls: number) =>
      incrementCounter(context, rule, subject, calls),
    pass: (milliseconds: number) => {
      time.now = new Date(time.now.getTime() + milliseconds);
    },
  };
}
