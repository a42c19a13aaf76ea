import { MEMBERSHIP_TYPES, type MembershipType } from '#shared/choices';

/** What the build needs to know of content/site.json. */
export interface PublishedFacts {
  address: string;
  mail: { contact: { sample?: boolean } };
  registration: { sample?: boolean };
  fees: { since: number; sample?: boolean };
}

/** What the build needs to know of the stage that readers and members use. */
export interface PublishedStage {
  name: string;
  domain?: { name: string };
  alarmEmail?: string;
  paymentLinks: readonly { type: MembershipType }[];
}

/** What must be known before the site is published: a sentence for each fact that is missing, with what to do. */
export function findMissing(site: PublishedFacts, stage: PublishedStage): string[] {
  const unpaid = MEMBERSHIP_TYPES.filter((type) => !stage.paymentLinks.some((link) => link.type === type));
  const host = new URL(site.address).hostname;
  const missing: [isMissing: boolean, sentence: string][] = [
    [
      site.mail.contact.sample === true,
      'content/site.json: "mail.contact" is a sample. Enter the mailbox that readers and members write to.',
    ],
    [
      site.registration.sample === true,
      'content/site.json: "registration" is a sample. Enter the registration that every receipt shows.',
    ],
    [site.fees.sample === true, 'content/site.json: "fees" is a sample. Enter the fees of the year.'],
    [
      unpaid.length > 0,
      `infra/stages.ts: "${stage.name}" has no payment link for these members: ${unpaid.join(', ')}. Make one in Stripe and enter it under "paymentLinks".`,
    ],
    [
      stage.domain === undefined,
      `infra/stages.ts: "${stage.name}" has no domain. Enter the name and its certificate under "domain".`,
    ],
    [
      stage.domain !== undefined && stage.domain.name !== host,
      `content/site.json: "address" is ${host}, but the domain of "${stage.name}" in infra/stages.ts is ${stage.domain?.name}. Make them the same.`,
    ],
    [
      stage.alarmEmail === undefined,
      `infra/stages.ts: "${stage.name}" has nobody who gets its alarms. Enter an address under "alarmEmail".`,
    ],
  ];
  return missing.flatMap(([isMissing, sentence]) => (isMissing ? [sentence] : []));
}
