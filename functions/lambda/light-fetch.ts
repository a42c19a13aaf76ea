/**
 * Headers, Request and Response as far as the router and its Lambda adapter use them, for the bundle alone: the first
 * touch of Node's own loads its whole HTTP client, a fifth of what a cold start costs.
 */
type Pairs = Iterable<[string, string]> | Record<string, string>;

class LightHeaders {
  readonly #values = new Map<string, string[]>();

  constructor(init: Pairs = []) {
    const pairs = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }
  get = (name: string): string | null => this.#values.get(name.toLowerCase())?.join(', ') ?? null;
  has = (name: string): boolean => this.#values.has(name.toLowerCase());
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), [String(value)]);
  }
  append(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), [...(this.#values.get(name.toLowerCase()) ?? []), String(value)]);
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }
  getSetCookie = (): string[] => this.#values.get('set-cookie') ?? [];
  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this) visit(value, name);
  }
  entries = (): IterableIterator<[string, string]> => this[Symbol.iterator]();
  *[Symbol.iterator](): IterableIterator<[string, string]> {
    for (const [name, values] of this.#values) yield [name, values.join(', ')];
  }
}

const headersOf = (init: Pairs | undefined) => new LightHeaders(init);

class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: LightHeaders;
  readonly #bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor(url: string, init: { method: string; headers: LightHeaders; body?: Uint8Array<ArrayBuffer> }) {
    this.url = url;
    this.method = init.method;
    this.headers = headersOf(init.headers);
    this.#bytes = init.body;
  }
  /** Whole, as it came with the event. */
  get body(): Iterable<Uint8Array> | null {
    return this.#bytes === undefined ? null : [this.#bytes];
  }
}

class LightResponse {
  readonly body: string | null;
  readonly status: number;
  readonly headers: LightHeaders;

  constructor(body: string | null = null, init: { status?: number; headers?: Pairs } = {}) {
    this.body = body;
    this.status = init.status ?? 200;
    this.headers = headersOf(init.headers);
  }
  text = async (): Promise<string> => this.body ?? '';
}

export { LightHeaders as Headers, LightRequest as Request, LightResponse as Response };
