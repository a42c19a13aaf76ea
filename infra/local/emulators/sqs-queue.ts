import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile, unlessMissing } from '../disk/files.ts';
import { AwsError } from './aws-server.ts';
import { orderedIds } from './ordered-ids.ts';

export interface QueueOptions {
  /** Has a file for each message, so that none is lost with the process. Without a folder they are in memory. */
  folder?: string | undefined;
  clock: () => Date;
  /** A message that was received is visible again after so long, unless it is deleted. */
  visibilitySeconds: number;
  /** A message that was received so often goes to the dead letters, a folder in the folder. */
  maxReceiveCount: number;
  onDeadLetter?: ((body: string) => void) | undefined;
}

interface Message {
  readonly id: string;
  readonly body: string;
  /** In milliseconds. */
  visibleAt: number;
  receiveCount: number;
  /** Of the last time that it was received. */
  receiptHandle: string;
}

const DEAD_LETTERS = 'dead-letters';
const FILE_ENDING = '.txt';
const HANDLE = /^([\da-f-]+)\/[\da-f-]+$/;
/** How often a long poll looks for messages whose visibility timeout has ended. */
const POLL_MS = 200;

/**
 * The messages of one queue, oldest first. Each is received at least once: what was received, and how often, is forgotten
 * when the process ends.
 */
export class MessageQueue {
  readonly #options: QueueOptions;
  readonly #messages = new Map<string, Message>();
  /** Aborted when a message comes, and replaced. */
  #arrival = new AbortController();
  readonly #nextId: ReturnType<typeof orderedIds>;

  private constructor(options: QueueOptions) {
    this.#options = options;
    this.#nextId = orderedIds(options.clock);
  }

  static async open(options: QueueOptions): Promise<MessageQueue> {
    const queue = new MessageQueue(options);
    const { folder } = options;
    if (folder === undefined) return queue;
    await mkdir(join(folder, DEAD_LETTERS), { recursive: true, mode: 0o700 });
    const names = (await readdir(folder)).filter((name) => name.endsWith(FILE_ENDING)).sort();
    for (const name of names) queue.#add(name.slice(0, -4), await readFile(join(folder, name), 'utf8'));
    return queue;
  }

  async send(body: string): Promise<Message> {
    const { id } = this.#nextId();
    await this.#withFile(id, (file) => replaceFile(file, body));
    const message = this.#add(id, body);
    this.#arrival.abort();
    this.#arrival = new AbortController();
    return message;
  }

  /** Up to so many visible messages. Where there is none, waits so long for the first. */
  async receive(max: number, waitSeconds: number, hungUp: AbortSignal): Promise<Message[]> {
    const endsAt = performance.now() + waitSeconds * 1000;
    while (!hungUp.aborted) {
      const received = await this.#take(max);
      const leftMs = endsAt - performance.now();
      if (received.length > 0 || leftMs <= 0) return received;
      const signal = AbortSignal.any([this.#arrival.signal, hungUp]);
      await sleep(Math.min(leftMs, POLL_MS), undefined, { signal }).catch(() => {});
    }
    return [];
  }

  /** Does nothing where the message has been deleted, or received again since. @throws ReceiptHandleIsInvalid */
  async remove(receiptHandle: string): Promise<void> {
    const message = this.#find(receiptHandle);
    if (!message) return;
    this.#messages.delete(message.id);
    await this.#withFile(message.id, (file) => rm(file).catch(unlessMissing));
  }

  /** @throws ReceiptHandleIsInvalid, MessageNotInflight */
  changeVisibility(receiptHandle: string, seconds: number): void {
    const message = this.#find(receiptHandle);
    const now = this.#options.clock().getTime();
    if (!message || message.visibleAt <= now)
      throw new AwsError(400, 'MessageNotInflight', 'The message is not in flight.');
    message.visibleAt = now + seconds * 1000;
  }

  #add(id: string, body: string): Message {
    const message = { id, body, visibleAt: 0, receiveCount: 0, receiptHandle: '' };
    this.#messages.set(id, message);
    return message;
  }

  async #take(max: number): Promise<Message[]> {
    const now = this.#options.clock().getTime();
    const taken: Message[] = [];
    for (const message of this.#messages.values()) {
      if (taken.length === max) break;
      if (message.visibleAt > now) continue;
      if (message.receiveCount >= this.#options.maxReceiveCount) {
        await this.#moveToDeadLetters(message);
        continue;
      }
      message.visibleAt = now + this.#options.visibilitySeconds * 1000;
      message.receiveCount += 1;
      message.receiptHandle = `${message.id}/${randomUUID()}`;
      taken.push(message);
    }
    return taken;
  }

  async #moveToDeadLetters({ id, body }: Message): Promise<void> {
    if (!this.#messages.delete(id)) return;
    await this.#withFile(id, (file) => rename(file, join(file, '..', DEAD_LETTERS, id + FILE_ENDING)));
    this.#options.onDeadLetter?.(body);
  }

  #find(receiptHandle: string): Message | undefined {
    const id = HANDLE.exec(receiptHandle)?.[1];
    if (id === undefined)
      throw new AwsError(400, 'ReceiptHandleIsInvalid', 'The input receipt handle is not valid.');
    const message = this.#messages.get(id);
    return message?.receiptHandle === receiptHandle ? message : undefined;
  }

  async #withFile(id: string, use: (file: string) => Promise<void>): Promise<void> {
    const { folder } = this.#options;
    if (folder !== undefined) await use(join(folder, id + FILE_ENDING));
  }
}
