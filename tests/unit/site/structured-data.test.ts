import { expect, it } from 'vitest';
import { formatStructuredData } from '../../../site/lib/content/structured-data.ts';

it('no text can end the script of structured data', () => {
  const text = formatStructuredData([{ '@type': 'Person', name: '</script><script>alert(1)</script>' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>');
});
