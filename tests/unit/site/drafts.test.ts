import { expect, it, onTestFinished, vi } from 'vitest';
import { makeContent } from '../../support/content-folder.ts';

const award = (more = '') => `---\nwinner:\n  name: Ada\nsource: specification\n${more}---\n\nText.\n`;

it.each([
  ['no', ['/awards/young2025'], [false, true]],
  ['yes', ['/awards/young2025', '/awards/young2026'], [true, true]],
])('drafts are shown by the editors’ server alone (DRAFTS=%s)', async (drafts, paths, shown) => {
  vi.stubEnv('DRAFTS', drafts);
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const { contentPaths } = await import('../../../site/lib/content/site-paths.ts');
  const { isVisible } = await import('../../../site/schemas/fields.ts');
  const content = makeContent({
    'site.json': '{}',
    'awards/young-2025.mdx': award(),
    'awards/young-2026.mdx': award('draft: true\n'),
  });
  expect(
    contentPaths(content)
      .filter((path) => path.startsWith('/awards/'))
      .sort(),
  ).toEqual(paths);
  expect([isVisible({ draft: true }), isVisible({})]).toEqual(shown);
});
