import { describe, expect, it } from 'vitest';
import { sanitizeMessage } from '../../../functions/mail/campaigns/message-html.ts';
import { unfilledFields } from '../../../functions/mail/campaigns/preview-campaign.ts';

const unfilledIn = (subject: string, content: string) =>
  unfilledFields({ subject, ...sanitizeMessage(content, 'https://www.example.org/mail-images/') });

describe('what stands in double braces', () => {
  it('is named if it is no merge field, in the subject and in the text, each once', () => {
    const content = '<p>{{first name}} and {{foo|bar}}</p><p>{{validUntil} {{R&amp;D}}</p>';
    expect(unfilledIn('Hello {{firstname|x}} {{foo|bar}}', content)).toEqual({
      unknown: ['{{firstname|x}}', '{{foo|bar}}', '{{first name}}', '{{validUntil}', '{{R&D}}'],
      formatted: [],
    });
  });

  it('is not named if it is filled in, or no merge field was meant', () => {
    const content =
      '<p>{{ validUntil | not active}} {{renewLink}} {one} }} {{{firstName}}{a}} <a href="https://a.example">a</a></p>';
    expect(unfilledIn('Hello {{firstName|member}}', content)).toEqual({ unknown: [], formatted: [] });
  });

  it('is named if only a part of it is formatted, as the HTML is sent with the braces', () => {
    const content = '<p>{{first<b>Name</b>|you}} <b>{{firstName}}</b> {{validUntil|<b>never</b>}}</p>';
    expect(unfilledIn('Hello', content)).toEqual({
      unknown: [],
      formatted: ['{{firstName|you}}', '{{validUntil|never}}'],
    });
  });

  it.each([
    '｛｛firstName｝｝',
    '{{{firstName}}}',
    '*|FNAME|*',
    '%%first_name%%',
    '[[firstName]]',
    '«FirstName»',
  ])('and what other programs would fill, %j, is named', (field) => {
    expect(unfilledIn('Hello', `<p>Dear ${field},</p>`).unknown).toEqual([field]);
  });

  it('is named in part if there is much of it', () => {
    const many = Array.from({ length: 30 }, (_, index) => `{{${index}}}`);
    const { unknown } = unfilledIn(`{{${'long '.repeat(100)}}}`, `<p>${many.join(' ')}</p>`);
    expect(unknown).toHaveLength(20);
    expect(unknown[0]).toBe(`{{${'long '.repeat(12).slice(0, 58)}…`);
  });
});
