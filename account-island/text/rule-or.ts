import { CallFailed } from '../api/http.ts';
import { sentenceOf } from './errors.ts';

/** What the server refuses an administrator is told in its own words: changed meanwhile, there already, gone. */
export function ruleOr(error: unknown, otherwise: string): string {
  const isRule = error instanceof CallFailed && [403, 404, 409].includes(error.status ?? 0);
  return (isRule && error.refusal?.message) || sentenceOf(error, otherwise);
}
