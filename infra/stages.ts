import type { MembershipType } from '#shared/choices';
/** One deployment of the whole product. */
export interface Stage {
  name: string;
  region: string;
  /** The association's own domain; its certificate must be in us-east-1. Without it, CloudFront's name is used. */
  domain?: { name: string; certificateArn: string };
  /** Mail is sent from no-reply at this domain; its owner adds the DNS records that the deployment prints. */
  mailDomain: string;
  /** Days of the reminders, if not the default ones: `functions/reminders/reminders.ts`. */
  reminderStages?: readonly string[];
  /** How many calls may run at a time. Off by default: a new account's small quota allows no reservation. */
  reservedConcurrency?: number;
  /** Stripe's hosted pages, one for a type of membership; without any, nobody is offered to pay. */
  paymentLinks: readonly { id: string; type: MembershipType; url: string }[];
  /** Saves the firewall's monthly cost, for a stage that is only tried out. */
  hasNoFirewall?: boolean;
  /** Whether the data survives the deletion of the stacks. */
  keepsData: boolean;
  /** The name of a table that was restored, which replaces the stack's own. */
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

/** CloudFront accepts its firewall and the settings of its log in this region only. */
export const cloudFrontRegion = 'us-east-1';

/** The stage with a name that a person entered. */
export const stageOf = (name: string | undefined): Stage | undefined =>
  Object.values(stages).find((stage) => stage.name === name);

export type StackPart = 'data' | 'firewall' | 'website' | 'access-log' | 'jobs';

/** The CloudFormation name of one of a stage's stacks. */
export const stackName = (stage: Pick<Stage, 'name'>, part: StackPart): string =>
  `asiagraphics-${stage.name}-${part}`;
