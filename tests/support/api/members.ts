import { expect } from 'vitest';
import { formOf, hashed, PASSWORD, registration } from './make.ts';

/** Calls the running product's API as a browser does; with a token as a member. */
export async function post(
  url: string,
  path: string,
  body: object | undefined,
  token?: string | null,
): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body instanceof FormData ? body : body ? JSON.stringify(body) : null,
  });
}

/** The data that the API has for a member's token. */
export async function dataOf(url: string, path: string, token: string) {
  const reply = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(reply.status, path).toBe(200);
  return (await reply.json()).data;
}

/** Registers a member with this username, from which the address is made. */
export async function register(
  url: string,
  userName: string,
  fields: Parameters<typeof registration>[0] = {},
): Promise<string> {
  const email = `${userName}@example.org`;
  const reply = await post(url, '/auth/register', registration({ userName, email, ...fields }));
  expect(await reply.json()).toEqual({ message: 'Registration successful!' });
  return email;
}

/** Logs in and resolves to the token. */
export async function tokenOf(url: string, username: string, password = PASSWORD): Promise<string> {
  const { salt } = await (await post(url, '/auth/getSalt', { username })).json();
  const login = { username, password: hashed(password, salt), rememberMe: false };
  return (await (await post(url, '/auth/login', login)).json()).token;
}

interface Mail {
  to: string[];
  subject: string;
  text: string;
  headers: Record<string, string>;
  attachments: { filename: string; size: number }[];
}

/** All received emails, the newest first. */
export async function inboxOf(url: string): Promise<Mail[]> {
  const reply = await fetch(`${url}/_local/mail`, { headers: { accept: 'application/json' } });
  return reply.json();
}

/** The newest email with a subject to an address, once it is in the inbox. */
export async function mailTo(url: string, address: string, subject: string): Promise<string> {
  let text: string | undefined;
  await expect
    .poll(async () => {
      const mails = await inboxOf(url);
      text = mails.find((mail) => mail.to.includes(address) && mail.subject === subject)?.text;
      return text;
    })
    .toBeDefined();
  return text ?? '';
}

/** Sends a test email, which only the administrator with this token gets. */
export async function sendTestEmail(url: string, token: string, subject: string): Promise<void> {
  const form = formOf({ subject, content: '<p>Hello</p>' });
  expect((await post(url, '/admin/send-test-campaign', form, token)).status).toBe(200);
}

/** The code in an email, alone on its line. */
export const codeIn = (text: string): string => /^\d{8}$/m.exec(text)?.[0] ?? '';
