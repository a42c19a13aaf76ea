import { describe, expect, it } from 'vitest';
import { appCodes } from '../../../functions/platform/second-factor.ts';
import { appCode } from '../../support/api/second-factor.ts';

const SECRET = Buffer.from('12345678901234567890');
const TEXT = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const vectors = [
  { seconds: 59, code: '287082' },
  { seconds: 1_111_111_109, code: '081804' },
  { seconds: 20_000_000_000, code: '353130' },
];

describe('codes of authenticator apps', () => {
  it.each(vectors)('$code is right at $seconds s: RFC 6238, appendix B', async ({ seconds, code }) => {
    const step = Math.floor(seconds / 30);
    expect(await appCodes.matchingTimeStep(SECRET, code, at(seconds), 0)).toBe(step);
    expect(appCode(TEXT, at(seconds))).toBe(code);
  });

  const now = 1_234_567_890;
  const step = Math.floor(now / 30);
  it.each([
    { offset: -2, accepted: undefined },
    { offset: -1, accepted: step - 1 },
    { offset: 1, accepted: step + 1 },
    { offset: 2, accepted: undefined },
  ])('accepts a code $offset steps away: $accepted', async ({ offset, accepted }) => {
    const code = appCode(TEXT, at(now + offset * 30));
    expect(await appCodes.matchingTimeStep(SECRET, code, at(now), 0)).toBe(accepted);
  });
});
