import type { MembershipType } from '#shared/choices';
/** One deployment of the whole product. */
export interface Stage {
  name: string;
  region: string;
  /** The association's own name; the certificate must be in us-east-1. Without it, CloudFront's name serves. */
  domain?: { name: string; certificateArn: string };
  /** Mail is sent from no-reply at this name; its owner adds the records that the deployment names. */
  mailDomain: string;
  /** When members are reminded to renew, other than by default: `functions/reminders/reminders.ts`. */
  reminderStages?: readonly string[];
  /** Calls that run at one time. Off by default: a new account's small quota allows no reservation. */
  reservedConcurrency?: number;
  /** Workers for mail to many that run at one time, of the same quota; two are enough. */
  campaignConcurrency?: number;
  /** Stripe's hosted pages, one for a type of membership; without any, nobody is offered to pay. */
  paymentLinks: readonly { id: string; type: MembershipType; url: string }[];
  /** Saves the firewall's monthly costs; for a stage that is tried out and thrown away. */
  hasNoFirewall?: boolean;
  /** Survives the deletion of its stacks. */
  keepsData: boolean;
  /** The name of a table made by a restore, to be used in place of the stack's own. */
  restoredTable?: string;
}

export type StageName = 'production' | 'staging';

/** Singapore: the nearest region to most members that every account has and that offers all that the product uses. */
const region = 'ap-southeast-1';

export const stages: Record<StageName, Stage> = {
  production: {
    name: 'production',
    region,
    mailDomain: 'asiagraphics.org',
    paymentLinks: [],
    keepsData: true,
  },
  staging: {
    name: 'staging',
    region,
    mailDomain: 'staging.asiagraphics.org',
    paymentLinks: [],
    keepsData: false,
  },
};

/** CloudFront takes its firewall and the settings of its log from this region alone. */
export const cloudFrontRegion = 'us-east-1';

/** By its name, which a person typed. */
export const stageOf = (name: string | undefined): Stage | undefined =>
  Object.values(stages).find((stage) => stage.name === name);

export type StackPart = 'data' | 'firewall' | 'website' | 'access-log' | 'jobs';

/** The name in CloudFormation of one of a stage's stacks. */
export const stackName = (stage: Pick<Stage, 'name'>, part: StackPart): string =>
  `asiagraphics-${stage.name}-${part}`;
