import { expect, it } from 'vitest';
import { measuredUnits } from '../../infra/cli/cost.ts';
import { startApi } from '../support/api/api.ts';

// What `ops cost` multiplies, by the embedded database's own count.

it('a visit costs at most the calls and units that the cost estimate has for it', async () => {
  const api = await startApi();
  await api.register();
  const before = api.reports.length;
  const { token } = (await api.signIn()).body;
  const pages = ['/userinfo', '/userinfo', '/conference/get-conferences', '/user/history'];
  for (const path of pages) expect((await api.get(path, { token })).status, path).toBe(200);
  const units = api.reports
    .slice(before)
    .filter(({ event }) => event === 'request')
    .map((entry) => Object(entry)['tableUnits'] as { reads: number; writes: number });
  const total = (kind: 'reads' | 'writes') => units.reduce((sum, each) => sum + each[kind], 0);
  expect(units).toHaveLength(measuredUnits.visit.calls);
  expect(total('reads')).toBeGreaterThan(0);
  expect(total('reads')).toBeLessThanOrEqual(measuredUnits.visit.reads);
  expect(total('writes')).toBeLessThanOrEqual(measuredUnits.visit.writes);
});
