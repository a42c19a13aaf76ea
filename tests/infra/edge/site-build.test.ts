import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSiteBuild } from '../../../infra/edge/site-build.ts';
import { makeDist } from '../built-site.ts';

describe('the result of the site’s build', () => {
  it('allows the style of a drawing, once', () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><style>path{stroke:#0b2322}</style></svg>';
    const dist = makeDist({ 'site/figures/a.svg': drawing, 'site/figures/b.svg': drawing });
    const style = createHash('sha256').update('path{stroke:#0b2322}').digest('base64');
    expect(readSiteBuild(dist).policies.drawingStyles).toEqual([`sha256-${style}`]);
  });

  it.each([
    [
      'a site that is not built',
      'edge/paths.json',
      undefined,
      /The site hasn't been built. .*paths\.json is missing\. Run "npm run build"/,
    ],
    ['no policy', 'edge/policies.json', undefined, /policies\.json is missing/],
    [
      'a policy that is none',
      'edge/policies.json',
      '[{"scriptHashes":["\'unsafe-inline\'"],"styleHashes":[],"paths":["/"]}]',
      /policies\.json has an unexpected format/,
    ],
    ['a path that is none', 'edge/paths.json', '["//evil.example"]', /paths\.json has an unexpected format/],
  ])('throws for %s, naming the file', (_, file, text, message) => {
    expect(() => readSiteBuild(makeDist({ [file]: text }))).toThrow(message);
  });
});
