import type { MembershipType } from '#shared/choices';

/** The host names of a stage. */
export interface Domain {
  /** The site's own host name, which every link and email has. */
  name: string;
  /** Host names that redirect to it, such as the name without "www". */
  redirectedNames?: readonly string[];
  /** A certificate in us-east-1 that covers all these names. */
  certificateArn: string;
  /** The Route 53 zone that the names' records are added to. Without it, the names' owner adds them. */
  hostedZone?: { id: string; name: string };
  /** Whether browsers may use only HTTPS, for two years, with all hosts below these names, whoever runs them. */
  hstsIncludesSubdomains?: boolean;
}

/** One deployment of the whole product. */
export interface Stage {
  name: string;
  /** The AWS account, without which `npm run deploy` stops, so that no stage gets into another's account. */
  account?: string;
  region: string;
  /** The association's own host names. Without them, CloudFront's name is used. */
  domain?: Domain;
  /** Mail is sent from no-reply at this domain; its owner adds the DNS records that the deployment prints. */
  mailDomain: string;
  /** Days of the reminders, if not the default ones: `functions/reminders/reminders.ts`. */
  reminderStages?: readonly string[];
  /** How many calls may run at a time. Off by default: a new account's small quota allows no reservation. */
  reservedConcurrency?: number;
  /** Stripe's hosted pages, one for a type of membership; without any, nobody is offered to pay. */
  paymentLinks: readonly { id: string; type: MembershipType; url: string }[];
  /** Raised by one, it gives the CDN and the API a new secret to know each other by (runbook, "Change a secret"). */
  originSecretNumber?: number;
  /** Saves the firewall's monthly cost, for a stage that is only tried out. */
  hasNoFirewall?: boolean;
  /** Gets all alarms, once its owner has confirmed the subscription. */
  alarmEmail?: string;
  /** Costs of the whole AWS account in a month, of which an email warns: twice of what is expected: runbook, "Costs". */
  monthlyBudgetUsd: number;
  /** Whether the data survives the deletion of the stacks. */
  keepsData: boolean;
  /** The name of a table that was restored, which replaces the stack's own. */
  restoredTable?: string;
}

/** The repository's address at GitHub, such as `https://github.com/owner/name`: alarms link to the runbook there. */
export const repositoryUrl: string | undefined = undefined;

export type StageName = 'production' | 'staging';

/** Singapore: the nearest region to most members that every account has and that offers all that the product uses. */
const region = 'ap-southeast-1';

export const stages: Record<StageName, Stage> = {
  production: {
    name: 'production',
    region,
    mailDomain: 'asiagraphics.org',
    paymentLinks: [],
    monthlyBudgetUsd: 89,
    keepsData: true,
  },
  staging: {
    name: 'staging',
    region,
    mailDomain: 'staging.asiagraphics.org',
    paymentLinks: [],
    monthlyBudgetUsd: 78,
    keepsData: false,
  },
};

/** CloudFront accepts its firewall and the settings of its log in this region only. */
export const cloudFrontRegion = 'us-east-1';

/** The stage with a name that a person entered. */
export const stageOf = (name: string | undefined): Stage | undefined =>
  Object.values(stages).find((stage) => stage.name === name);

export type StackPart = 'alarms' | 'data' | 'firewall' | 'website' | 'access-log' | 'cdn-alarms' | 'jobs';

/** The CloudFormation name of one of a stage's stacks. */
export const stackName = (stage: Pick<Stage, 'name'>, part: StackPart): string =>
  `asiagraphics-${stage.name}-${part}`;
