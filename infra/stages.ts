import { secretNames } from '#shared/deployment';
import * as owner from './owner.ts';

/** One deployment of the whole product. */
export interface Stage extends owner.OwnerFacts {
  name: string;
  region: string;
  /** Days of the reminders, if not the default ones: `functions/reminders/reminders.ts`. */
  reminderStages?: readonly string[];
  /** How many calls may run at a time. Off by default: a new account's small quota allows no reservation. */
  reservedConcurrency?: number;
  /** Raised by one, it gives the CDN and the API a new secret to know each other by (runbook, "Change a secret"). */
  originSecretNumber?: number;
  /** Saves the firewall's monthly cost, for a stage that is only tried out. */
  hasNoFirewall?: boolean;
  /** Costs of the whole AWS account in a month, of which an email warns: twice of what is expected: runbook, "Costs". */
  monthlyBudgetUsd: number;
  /** Whether the data survives the deletion of the stacks. */
  keepsData: boolean;
  /** A table that was restored, which replaces the stack's own: the ARN of its stream, which contains that of the table. */
  restoredTable?: string;
}

export type StageName = 'production' | 'staging';

/** Singapore: the nearest region to most members that every account has and that offers all that the product uses. */
const region = 'ap-southeast-1';

export const stages: Record<StageName, Stage> = {
  production: {
    ...owner.production,
    name: 'production',
    region,
    monthlyBudgetUsd: 89,
    keepsData: true,
  },
  staging: {
    ...owner.staging,
    name: 'staging',
    region,
    monthlyBudgetUsd: 78,
    keepsData: false,
  },
};

/** CloudFront accepts its firewall and the settings of its log in this region only. */
export const cloudFrontRegion = 'us-east-1';

/** The stage with a name that a person entered. */
export const stageOf = (name: string | undefined): Stage | undefined =>
  Object.values(stages).find((stage) => stage.name === name);

export type StackPart = 'firewall' | 'data' | 'website' | 'edge' | 'jobs';

/** The CloudFormation name of one of a stage's stacks. */
export const stackName = (stage: Pick<Stage, 'name'>, part: StackPart): string =>
  `asiagraphics-${stage.name}-${part}`;

/** The secrets that a stage cannot make again, under the names that a backup has. The origin secret is no such thing. */
export const stageSecrets = secretNames.filter((name) => name !== 'originSecret');
export type StageSecret = (typeof stageSecrets)[number];

/** The website stack's output with the secret's ARN: `PasswordPepper`; the archive's is named after its password. */
export const secretOutput = (name: string): string =>
  name === 'archivePasswordHash' ? 'ArchivePassword' : name.replace(/^./, (first) => first.toUpperCase());
