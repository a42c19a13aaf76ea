import { earnRetry, takeRetry } from '../deadline/deadline.ts';
import { TableError } from './calls.ts';
import type { Post, Reply } from './connection.ts';

/** What DynamoDB says may be asked again, beside its own faults: "Error handling with DynamoDB". */
const passing = new Set([
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);

export const ATTEMPTS = 4;
const LONGEST_FIRST_PAUSE = 100;

/** Before the next attempt: longer each time, and spread by chance, so that those who were refused together do not meet again. */
export function pause(attempt: number): Promise<void> {
  const milliseconds = Math.random() * LONGEST_FIRST_PAUSE * 2 ** (attempt - 1);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Asks until there is an answer: four times at most, and while there is time and a retry left. */
export async function ask(post: Post, call: string, input: object) {
  const body = JSON.stringify(input);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = answerOf(call, await replyTo(post, call, body));
      if (attempt === 1) earnRetry();
      return answer;
    } catch (cause) {
      if (!(cause instanceof TableError && cause.isPassing)) throw cause;
      if (attempt === ATTEMPTS || !takeRetry(cause)) throw cause;
      await pause(attempt);
    }
  }
}

async function replyTo(post: Post, call: string, body: string): Promise<Reply> {
  try {
    return await post(call, body);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TableError('NoReply', `${call}: ${why}`, { isPassing: true, cause });
  }
}

function answerOf(call: string, { status, body }: Reply) {
  const answer = parse(body);
  if (status === 200 && answer !== undefined) return answer;
  const { __type = '', message, Message = message, Item, CancellationReasons } = answer ?? {};
  const code = String(__type).split('#').at(-1) || `Status${status}`;
  throw new TableError(code, `${call}: ${Message ?? 'no reason was given'}`, {
    isPassing: status >= 500 || status === 200 || passing.has(code),
    item: Item,
    reasons: CancellationReasons,
  });
}

/** What is between us and DynamoDB may answer in its place, and not in JSON. */
function parse(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
