import { expect, it } from 'vitest';
import { openTerminal } from '../../infra/local/log.ts';

const call = { level: 'error', requestId: 'abc', method: 'POST', path: '/api/auth/login' } as const;
const cause = new Error('Not done within 8000 ms', {
  cause: new Error('NoReply: 127.0.0.1\n  gave no reply'),
});
const line =
  '500 POST /api/auth/login: Not done within 8000 ms; NoReply: 127.0.0.1 gave no reply (request abc)';

it('prints an error in one line, with its cause and the request, and its number where it is repeated', () => {
  const lines: string[] = [];
  let now = new Date(2026, 2, 2, 8, 0, 0);
  const tell = openTerminal(
    (printed) => lines.push(printed),
    () => now,
  );
  for (let count = 0; count < 6; count += 1) {
    tell({ ...call, event: 'unexpected-error', cause });
    tell({ ...call, event: 'request', status: 500 });
    now = new Date(now.getTime() + 12_000);
  }
  expect(lines).toEqual([`08:00:00  ${line}`, `08:01:00  ${line}: again, 5 times since 08:00:00`]);
});
