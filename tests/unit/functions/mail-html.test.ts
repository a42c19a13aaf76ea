import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { fillIn, mailText } from '../../../functions/mail/transactional/mail.ts';
import { everyMail, sentHtml } from '../../support/jobs/every-mail.ts';

const words = (text: string): string[] => text.match(/[\p{L}\p{N}'@/]+/gu) ?? [];
/** The text of an HTML document, with a space for each tag. */
function textOf(html: string): string {
  const parts: string[] = [];
  const parser = new Parser({
    ontext: (text) => void parts.push(text),
    onopentag: () => void parts.push(' '),
    onclosetag: () => void parts.push(' '),
  });
  parser.end(html);
  return parts.join('');
}

describe.each(Object.entries(everyMail()))('the HTML of %s', (_, mail) => {
  const html = sentHtml(mail);

  it('says all that its text says, and where to write', () => {
    const settings = { siteUrl: 'https://www.example.org', contactAddress: 'contact@example.org' };
    const text = fillIn(mailText(mail), settings);
    const shown = new Set(words(textOf(html)));
    expect(words(text).filter((word) => !shown.has(word))).toEqual([]);
    expect(text).toMatch(/[Ww]rite to contact@example\.org/);
    expect(html).toContain('href="mailto:contact@example.org"');
  });
});

it('shows a name as it is written in every email', () => {
  for (const mail of Object.values(everyMail('<img src=x onerror="steal()">&'))) {
    expect(sentHtml(mail)).not.toContain('<img');
    expect(textOf(sentHtml(mail))).toContain('Hello <img src=x onerror="steal()">&,');
  }
});
