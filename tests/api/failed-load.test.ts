import { expect, it } from 'vitest';
import { originSecretHeader, requestIdHeader } from '#shared/deployment';
import { createApp } from '../../functions/handlers/api.ts';
import { originSecret, startApi } from '../support/api/api.ts';

it('a failure to load routes is an error reply, and the next call loads them', async () => {
  const { deps, reports, limit } = await startApi();
  const failures = [new Error('The code is gone')];
  const section = async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return [(await import('../../functions/archive/routes.ts')).archiveRoutes];
  };
  const app = createApp(deps, { originSecret, limit, sections: new Map([['gmp', [section]]]) });
  const request = () =>
    app.request('https://www.example.org/api/gmp/archive', {
      headers: { [originSecretHeader]: originSecret },
    });

  const failed = await request();
  expect(failed.status).toBe(500);
  expect(await failed.json()).toEqual({
    error: 'internal-error',
    message: 'Server error',
    requestId: failed.headers.get(requestIdHeader),
  });
  expect(failed.headers.get('cache-control')).toBe('no-store');
  expect(reports).toMatchObject([
    { event: 'unexpected-error', cause: { message: 'The code is gone' } },
    { event: 'request', status: 500, error: 'internal-error' },
  ]);
  expect((await request()).status).toBe(401);
});
