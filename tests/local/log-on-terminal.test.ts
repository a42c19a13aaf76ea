import { expect, it } from 'vitest';
import { openTerminal } from '../../infra/local/log.ts';

function open() {
  const lines: string[] = [];
  let now = new Date(2026, 2, 2, 8, 0, 0);
  const tell = openTerminal(
    (line) => lines.push(line),
    () => now,
  );
  return {
    tell,
    lines,
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

const fault = (requestId: string) =>
  ({
    level: 'error',
    event: 'unexpected-error',
    requestId,
    method: 'POST',
    path: '/api/auth/login',
    cause: new Error('Not done within 8000 ms', { cause: new Error('NoReply: 127.0.0.1\n  gave no reply') }),
  }) as const;

it('prints an error in one line, with its cause and the request', () => {
  const { tell, lines } = open();
  tell(fault('abc'));
  tell({
    level: 'error',
    event: 'request',
    requestId: 'abc',
    method: 'POST',
    path: '/api/auth/login',
    status: 500,
  });
  expect(lines).toEqual([
    '08:00:00  500 POST /api/auth/login: Not done within 8000 ms; NoReply: 127.0.0.1 gave no reply (request abc)',
  ]);
});

it('prints a repeated event once, then its number', () => {
  const { tell, lines, pass } = open();
  for (let n = 0; n < 13; n += 1) {
    tell(fault(`request-${n}`));
    pass(12);
  }
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^08:01:00 .*\(request request-5\): again, 5 times since 08:00:00$/);
  expect(lines[2]).toMatch(/^08:02:00 .*: again, 10 times since 08:00:00$/);
  pass(3600);
  tell(fault('later'));
  expect(lines.at(-1)).toMatch(/\(request later\)$/);
});
