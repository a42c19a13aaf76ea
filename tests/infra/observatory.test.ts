import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSiteBuild } from '../../infra/edge/site-build.ts';
import { createSiteServer } from '../../infra/edge/site-server.ts';
import { validate } from '../bench/peers/observatory/judge.ts';

const serve = createSiteServer(readSiteBuild(join(import.meta.dirname, '../../dist')));
const page = (path: string) => serve(new Request(`http://localhost${path}`));

describe('MDN’s Observatory over the built site', () => {
  it.each(['/', '/news', '/login', '/user', '/user/profile', '/proof'])(
    '%s: A+, 130 points or more',
    async (path) => {
      const reply = await page(path);
      expect(reply.status).toBe(200);
      const { score, grade, results } = await validate(reply);
      expect({ grade, enough: score >= 130 }, JSON.stringify(results)).toEqual({ grade: 'A+', enough: true });
    },
  );

  it('would notice', async () => {
    const reply = await page('/');
    reply.headers.set('content-security-policy', "default-src 'self'; script-src 'self' 'unsafe-inline'");
    expect((await validate(reply)).score).toBeLessThan(100);
  });
});
