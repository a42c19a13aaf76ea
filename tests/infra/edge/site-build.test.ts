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
});
