import { vi } from 'vitest';

/** The parts of a window that the island needs: two storages, events, and a scripted server. */
export function stubBrowser() {
  const window = new EventTarget();
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window));
  return window;
}

export interface Received {
  method: string;
  path: string;
  authorization: string | null;
  body: unknown;
}

type Answer = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> } | Error;

/** Answers the requests in turn, and records them. An error stands for a missing reply. */
export function stubServer(...answers: Answer[]): Received[] {
  const received: Received[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    received.push({
      method: init.method ?? 'GET',
      path,
      authorization: new Headers(init.headers).get('Authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    });
    const answer = answers[received.length - 1];
    if (answer === undefined) throw new Error(`nobody expected ${path}`);
    if (answer instanceof Error) throw answer;
    const { text, json, status = 200, headers = {} } = answer;
    return new Response(text ?? JSON.stringify(json), { status, headers });
  });
  return received;
}

/** A token in the server's form, unsigned. */
export function tokenOf(payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(payload)}.${'x'.repeat(43)}`;
}

class MemoryStorage {
  readonly #items = new Map<string, string>();
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
  clear = () => this.#items.clear();
}
