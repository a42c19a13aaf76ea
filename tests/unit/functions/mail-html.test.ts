import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';
import { everyMail, sentHtml, sentText } from '../../support/jobs/every-mail.ts';

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

/** What differs from member to member. */
const facts: Partial<Record<keyof ReturnType<typeof everyMail>, string[]>> = {
  welcomeMail: [
    'utah_teapot',
    '31415926',
    '\n12345678\n',
    '24 hours',
    'https://www.example.org/user/profile',
  ],
  resetCodeMail: ['\n12345678\n', 'Your username is utah_teapot.', '10 minutes'],
  addressChangedMail: ['name@example.org\n', 'Username: utah_teapot → kettle\n', '18:00 (Hong Kong time)'],
  feeReceivedMail: ['Valid until: 1 January 2027', 'Receipt number: AG-000123'],
  membershipEndingMail: ['1 January 2027, including that day', 'until 1 January 2028', '/user/membership'],
  campaignCreatedMail: ['Subject: Call for papers', `outbox?mail=${'c'.repeat(32)}`],
  transferChangedMail: ['AG-000123', 'AG-000130', 'AG-000131', 'Membership: until 1 January 2027'],
};

it.each(Object.entries(everyMail()))('%s says who it is for, its facts and where to write', (name, mail) => {
  const [text, html] = [sentText(mail), sentHtml(mail)];
  for (const fact of ['Hello Utah,\n\n', ...(Object(facts)[name] ?? [])]) expect(text).toContain(fact);
  expect(text).not.toContain('\n\n\n');
  const shown = new Set(words(textOf(html)));
  expect(words(text).filter((word) => !shown.has(word))).toEqual([]);
  expect(text).toMatch(/[Ww]rite to contact@example\.org/);
  expect(html).toContain('href="mailto:contact@example.org"');
});

it('an address that was never verified is greeted without a name, and told of no other address', () => {
  const text = sentText(everyMail({ emailVerified: false }).addressChangedMail);
  expect(text).toMatch(/^Hello,\n\n/);
  expect(text).not.toContain('name@example.org');
});

it('shows a name as it is written in every email', () => {
  for (const mail of Object.values(everyMail({ firstName: '<img src=x onerror="steal()">&' }))) {
    expect(sentHtml(mail)).not.toContain('<img');
    expect(textOf(sentHtml(mail))).toContain('Hello <img src=x onerror="steal()">&,');
  }
});
