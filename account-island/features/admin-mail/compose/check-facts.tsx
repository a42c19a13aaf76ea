import type * as z from 'zod/mini';
import type { checkEmail } from '#contract/mailing';
import { reasons, mailingMessages as texts } from '../../../text/admin-compose.ts';
import { bothTimes } from '../../../text/hong-kong-time.ts';
import { sizeOf } from '../../../text/sizes.ts';
import type { Letter } from './letter.ts';

export type Check = z.output<typeof checkEmail.reply>['data'];

/** From here on it is worth thinking of a link. */
const MUCH_BYTES = 500_000_000;

const reasonOf = (reason: string): string =>
  Object.entries(reasons).find(([name]) => name === reason)?.[1] ?? reason;

const costOf = (usd: number): string => (usd < 0.01 ? 'less than US$ 0.01' : `about US$ ${usd.toFixed(2)}`);

/** What is about to happen, in numbers. */
export function CheckFacts({ check, letter }: { check: Check; letter: Letter }) {
  const nothing = Object.entries(check.nothingByReason);
  const without = nothing.reduce((sum, [, count]) => sum + count, 0);
  const size = `${sizeOf(check.copyBytes)} each, ${sizeOf(check.totalBytes)} together, ${costOf(check.costUsd)}`;
  const facts: [string, string][] = [
    ['Recipients', String(check.recipients)],
    ['First and last', check.recipients > 1 ? `${check.first} … ${check.last}` : check.first],
    ['Copies that leave', String(check.copies)],
    ['Subject', check.subject],
    ['When', letter.isLater ? bothTimes(letter.scheduleTime) : 'Now'],
    [
      'Size',
      check.totalBytes > MUCH_BYTES && letter.files.length > 0 ? `${size}. ${texts.linkInstead}` : size,
    ],
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {without > 0 && (
        <details>
          <summary>
            {without} will get nothing:{' '}
            {nothing.map(([reason, count]) => `${count} ${reasonOf(reason)}`).join(', ')}
          </summary>
          <ul>
            {check.nothing.map(({ address, reason }) => (
              <li key={address}>
                {address}: {reasonOf(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
