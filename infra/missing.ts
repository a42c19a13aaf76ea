import { MEMBERSHIP_TYPES } from '#shared/choices';
import type { Stage } from './stages.ts';

/** What of content/site.json the owner has to give. */
interface PublishedFacts {
  address: string;
  mail: { contact: { sample?: boolean } };
  registration: { sample?: boolean };
  fees: { since: number; sample?: boolean };
}

export interface GivenFacts {
  site: PublishedFacts;
  stage: Pick<Stage, 'name' | 'keepsData' | 'account' | 'domain' | 'alarmEmail' | 'paymentLinks'>;
  repositoryUrl: string | undefined;
}

/**
 * What the owner has to give before a stage is deployed: for each fact its file and field, what to enter and where to
 * find it. A stage that keeps no data is for trials: it needs nothing but its account.
 */
export function findMissing({ site, stage, repositoryUrl }: GivenFacts): string[] {
  const { name, account, domain, alarmEmail, paymentLinks } = stage;
  const unpaid = MEMBERSHIP_TYPES.filter((type) => !paymentLinks.some((link) => link.type === type));
  const { hostname } = new URL(site.address);
  const inSite = (field: string) => `content/site.json, ${field}`;
  const inOwner = (field: string) => `infra/owner.ts, ${field}`;
  const facts: [isMissing: boolean, field: string, what: string, where: string][] = [
    [
      account === undefined,
      inOwner(`${name}.account`),
      'the AWS account, 12 digits',
      'AWS\'s console, top right, or "aws sts get-caller-identity"; to create one: infra/README.md, "From clone to a running site"',
    ],
  ];
  if (stage.keepsData)
    facts.push(
      [
        domain === undefined,
        inOwner(`${name}.domain`),
        'the host names and their certificate',
        'the keeper of DNS; the certificate: infra/README.md, "Host names"',
      ],
      [
        domain !== undefined && domain.name !== hostname,
        inSite('address'),
        `https://${domain?.name} instead of ${site.address}`,
        `infra/owner.ts, ${name}.domain.name, which must be the same`,
      ],
      [
        unpaid.length > 0,
        inOwner(`${name}.paymentLinks`),
        `a payment link for each of: ${unpaid.join(', ')}`,
        'Stripe\'s dashboard, Payment Links: infra/README.md, "Payments"',
      ],
      [
        alarmEmail === undefined,
        inOwner(`${name}.alarmEmail`),
        'the address that gets the alarms',
        'whoever looks after the site; a list with two readers is better',
      ],
      [
        repositoryUrl === undefined,
        inOwner('repositoryUrl'),
        'the address of this repository, which alarms link',
        'the browser, at GitHub: https://github.com/OWNER/NAME',
      ],
      [
        site.mail.contact.sample === true,
        inSite('mail.contact'),
        'the mailbox that readers and members write to, without "sample"',
        'the membership secretary',
      ],
      [
        site.registration.sample === true,
        inSite('registration'),
        'the registration that every receipt shows, without "sample"',
        "the association's certificate of registration",
      ],
      [
        site.fees.sample === true,
        inSite('fees'),
        'the fees of the year, without "sample"',
        'the treasurer, or the last decision on fees',
      ],
    );
  return facts.flatMap(([isMissing, field, what, where]) =>
    isMissing ? [`${field}: enter ${what}. From: ${where}.`] : [],
  );
}
