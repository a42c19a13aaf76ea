import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Deployment } from '../../infra/stacks/deployment.ts';
import { type Stage, stages } from '../../infra/stages.ts';
import { makeSite } from './built-site.ts';

export interface Resource {
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
}

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** Both allowed and denied. */
export const allStatements = (policies: Resource[]): Statement[] =>
  policies.flatMap(
    ({ Properties }) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement,
  );

/** Allowed only. */
export const statements = (policies: Resource[]): Statement[] =>
  allStatements(policies).filter(({ Effect }) => Effect === 'Allow');

export const actions = (statement: Statement): string[] => [statement.Action].flat();

export const onlyOne = <T>(resources: T[]): T => {
  const [resource] = resources;
  if (resource === undefined || resources.length > 1)
    throw new Error(`${resources.length} resources, not one`);
  return resource;
};

/** The resources of one type, by their ids. */
export const findResources = (template: Template, type: string): Record<string, Resource> =>
  template.findResources(type) as Record<string, Resource>;

/** The website stack also has functions of the CDK for uploads and other regions. */
export const apiFunctionOf = (functions: Resource[]): Resource =>
  onlyOne(functions.filter(({ Properties }) => Properties['MemorySize'] === 1769));

function emptyFunction(): string {
  const folder = mkdtempSync(join(tmpdir(), 'api-'));
  writeFileSync(join(folder, 'index.mjs'), 'export const handler = async () => ({ statusCode: 200 });');
  return folder;
}

const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b';

/** What the runbook changes in `stages.ts` before a launch: all at once, as each synthesis takes long. */
export const launchChanges = {
  domain: {
    name: 'www.example.org',
    redirectedNames: ['example.org'],
    certificateArn,
    hostedZone: { id: 'Z0123456789', name: 'example.org' },
  },
  paymentLinks: [
    { id: 'plink_1', type: 'professional', url: 'https://buy.stripe.com/1' },
    { id: 'plink_2', type: 'student', url: 'https://buy.stripe.com/2' },
  ],
  alarmEmail: 'operator@example.org',
  monthlyBudgetUsd: 100,
  reminderStages: ['11-20', '12-20'],
} satisfies Partial<Stage>;

/** What it changes later, without a hosted zone. */
export const laterChanges = {
  domain: { name: 'www.example.org', certificateArn, hstsIncludesSubdomains: true },
  restoredTable: 'members-of-last-week',
  reservedConcurrency: 20,
} satisfies Partial<Stage>;

/** One stage, with a small site and functions that do nothing. */
export function smallDeployment(changes: Partial<Stage> = {}, properties: AppProps = {}) {
  const app = new App(properties);
  const code = emptyFunction();
  const deployment = new Deployment(
    app,
    { ...stages.production, ...changes },
    {
      site: makeSite(),
      functionFolder: () => code,
    },
  );
  return { app, deployment };
}

const made = new Map<string, ReturnType<typeof synthesise>>();

/**
 * The templates of production with these changes, made once in each process. The CDK's validation takes as long as all
 * the rest: it is left to `npm run synth` and to the tests of cdk-nag, which have all that a stage can get.
 */
export function synthesised(changes: Partial<Stage> = {}) {
  const key = JSON.stringify({ ...stages.production, ...changes });
  const templates = made.get(key) ?? synthesise(changes);
  made.set(key, templates);
  return templates;
}

function synthesise(changes: Partial<Stage>) {
  const { deployment } = smallDeployment(changes, { builtinCloudFormationValidation: false });
  const alarms = Template.fromStack(deployment.alarms);
  const data = Template.fromStack(deployment.data);
  const website = Template.fromStack(deployment.website);
  const jobs = Template.fromStack(deployment.jobs);
  const accessLog = Template.fromStack(deployment.accessLog);
  const cdnAlarms = Template.fromStack(deployment.cdnAlarms);
  const firewall = deployment.firewall && Template.fromStack(deployment.firewall);
  const all = (template: Template, type: string, idPrefix = ''): Resource[] =>
    Object.entries(findResources(template, type)).flatMap(([id, resource]) =>
      id.startsWith(idPrefix) ? [resource] : [],
    );
  return {
    deployment,
    alarms,
    data,
    website,
    jobs,
    accessLog,
    cdnAlarms,
    firewall,
    dataOf: (type: string, idPrefix?: string) => all(data, type, idPrefix),
    of: (type: string) => all(website, type),
    /** The resources of one job, by the name of its construct, or of all. */
    jobsOf: (type: string, idPrefix?: string) => all(jobs, type, idPrefix),
  };
}
