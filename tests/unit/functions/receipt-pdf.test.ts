import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { receiptNotes, renderReceipt } from '../../../functions/payments/make-receipts.ts';
import type { Receipt } from '../../../functions/payments/payment.ts';
import { prepareDocumentFonts } from '../../../functions/payments/pdf-document.ts';

const issuer = {
  name: 'Asia Graphics Association',
  officialName: 'Asian Association for Computer Graphics and Interactive Technology',
  contact: 'https://www.asiagraphics.example',
  registration: '編號 7',
};
const receipt = (given: Partial<Receipt> = {}): Receipt => ({
  number: 'AG-000123',
  uid: '31415926',
  payer: 'Utah Teapot 王小明',
  affiliation: '香港科技大學, 東京大学, 서울대학교, Kitchen of Test Models',
  type: 'professional',
  amountMinorUnits: 36_000,
  currency: 'HKD',
  method: 'online-payment',
  paidOn: '2026-03-02',
  startDate: '2026-03-02',
  endDate: '2027-01-01',
  paymentId: 'pi_3QteapotBunny0001',
  issuedAt: '2026-03-02T08:00:00.000Z',
  ...given,
});
const render = (given?: Partial<Receipt>) => renderReceipt(receipt(given), issuer);
/** The pieces of text on the page, each with its place, as copying and searching find them. */
async function piecesOf(given: Partial<Receipt>) {
  const document = await getDocumentProxy(Uint8Array.from(await render(given)));
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    'str' in item ? [{ text: item.str, x: item.transform[4], y: item.transform[5] }] : [],
  );
}

describe('a receipt as PDF', () => {
  it('is the same to the byte each time, and below 80 KB', async () => {
    const first = await render();
    expect(await render()).toEqual(first);
    expect(await render({ number: 'AG-000124' })).not.toEqual(first);
    expect(Buffer.from(first).subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.length).toBeLessThan(80_000);
  });

  it('embeds every character of names, of the reference on a bank statement and of the registration', async () => {
    const pieces = await piecesOf({ method: 'bank-transfer', bankReference: '轉數快 78' });
    const written = pieces.map(({ text }) => text).join('');
    for (const letter of 'UtahTeapot王小明香港科技大學東京学서울대학교轉數快編號HKD360.AG-000123')
      expect(written).toContain(letter);
  });

  it('says that it is not valid while the registration is a sample, and nothing against that', () => {
    const sample = receiptNotes(receipt(), { ...issuer, registration: undefined }).join(' ');
    expect(sample).toContain('This document is not valid.');
    expect(sample).not.toContain('Valid without a signature.');
    expect(receiptNotes(receipt(), issuer)).toContain('Issued electronically. Valid without a signature.');
  });

  it.each([
    { payer: 'x'.repeat(500), affiliation: '龍'.repeat(200) },
    { payer: '\u{1F980}\u{10FFFD}ꙮ', affiliation: '   ' },
    // Marks at which the PDF library's own shaping fails.
    { payer: 'צּׁ֥֓רׂ', affiliation: 'ຳັຶຼາັໞ' },
  ])('is made for a payer who is too long or cannot be written: %j', async (names) => {
    expect((await render(names)).length).toBeGreaterThan(5000);
  });
});

/** What is set on the line of the payer, from left to right. */
async function payerFromLeft(payer: string): Promise<string[]> {
  const pieces = (await piecesOf({ payer })).filter(({ text }) => text.trim() !== '');
  const label = pieces.find(({ text }) => text.startsWith('Received'));
  const onLine = pieces.filter(({ x, y }) => Math.abs(y - label?.y) < 3 && x > 200);
  return onLine.sort((a, b) => a.x - b.x).map(({ text }) => text.trim());
}

describe('typesetting', () => {
  it.each([
    ['דוד כהן (לוי) 12', ['12 (', 'לוי', ')', 'כהן', 'דוד']],
    ['محمد Ali Khan علي', ['علي', 'Ali Khan', 'محمد']],
    ['สมชาย ใจดี', ['สมชาย', 'ใจดี']],
  ])('sets "%s" in its direction', async (payer, fromLeft) =>
    expect(await payerFromLeft(payer)).toEqual(fromLeft),
  );

  it.each([
    ['simplified Chinese', '张伟骏 龙 䶮'],
    ['traditional Chinese', '張偉駿 龍 㛃'],
    ['Japanese', '山田 はやし カタカナ 﨑 𠮷野'],
    ['Korean', '김철수 뷁'],
    ['Vietnamese and Polish', 'Nguyễn Đặng Łukasz'],
    ['Greek and Cyrillic', 'Ελευθέριος Žukov Жуков'],
    ['Thai and Lao', 'สมชาย ใจดี ສົມສັກ'],
    ['Arabic, Persian and Urdu', 'محمد علي‌رضا پژوهان ٹیپو ٢٠٢٦'],
    ['Hebrew', 'דָּוִד כהן'],
    ['Devanagari and Gurmukhi', 'श्रीमती शर्मा ਹਰਪ੍ਰੀਤ'],
    ['Bengali, Oriya and Gujarati', 'রবীন্দ্রনাথ କୃଷ୍ଣ પટેલ'],
    ['Tamil, Telugu, Kannada and Malayalam', 'கோபால் శ్రీనివాస ಕೃಷ್ಣ കൃഷ്ണൻ'],
    ['Sinhala', 'ශ්‍රී ජයවර්ධන'],
    ['Khmer and Burmese', 'ស្រីមុំ កើត အောင်ဆန်း'],
    ['Georgian and Armenian', 'გიორგი Արամ'],
    ['scripts that no font has', 'ꙮ', '〓'],
  ])('has all characters of names in %s', async (_, text, set = text) => {
    const { runsOf } = await prepareDocumentFonts([{ text, style: 'text' }]);
    const runs = runsOf(text, 'text').map((run) => run.text);
    expect(runs.join('')).toBe(set);
  });
});
