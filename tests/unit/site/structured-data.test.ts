import { expect, it } from 'vitest';
import { formatStructuredData } from '../../../site/lib/content/structured-data.ts';
import { Moment } from '../../../site/schemas/fields.ts';

it('no text can end the script of structured data', () => {
  const text = formatStructuredData([{ '@type': 'Person', name: '</script><script>alert(1)</script>' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>');
});

it.each([
  ['2025-12-16', '2025-12-16'],
  ['2025-12-16T14:00:00+08:00', '2025-12-16T14:00:00+08:00'],
  // As YAML parses it.
  [new Date('2025-12-16T14:00:00+08:00'), '2025-12-16T06:00:00.000Z'],
  ['2025-12-16 14:00', undefined],
])('the moment %s is %s', (given, moment) => expect(Moment.safeParse(given).data).toBe(moment));
