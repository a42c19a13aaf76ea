import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Deployment } from '../../infra/stacks/deployment.ts';
import { type Stage, stages } from '../../infra/stages.ts';
import { makeSite } from './built-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: the parts of a template are read field by field
export type TemplatePart = any;

export interface Resource {
  Type: string;
  Properties: TemplatePart;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** With its name in the template and its stack's among the deployment's. */
interface NamedResource extends Resource {
  id: string;
  stack: string;
}

export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** Both allowed and denied. */
export const allStatements = (policies: Resource[]): Statement[] =>
  policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

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

/** The website stack also has functions of the CDK for uploads and other regions. */
export const apiFunctionOf = (functions: Resource[]): Resource =>
  onlyOne(functions.filter(({ Properties }) => Properties.MemorySize === 1769));

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
  },
  paymentLinks: [
    { id: 'plink_1', type: 'professional', url: 'https://buy.stripe.com/1' },
    { id: 'plink_2', type: 'student', url: 'https://buy.stripe.com/2' },
  ],
  alarmEmail: 'operator@example.org',
  monthlyBudgetUsd: 100,
  reminderStages: ['11-20', '12-20'],
} satisfies Partial<Stage>;

/** What it changes later. */
export const laterChanges = {
  domain: { name: 'www.example.org', certificateArn },
  restoredTable:
    'arn:aws:dynamodb:ap-southeast-1:111122223333:table/members-of-last-week/stream/2026-11-21T08:00:00.000',
  reservedConcurrency: 20,
} satisfies Partial<Stage>;

/** One stage, with a small site and functions that do nothing. */
export function smallDeployment(changes: Partial<Stage> = {}, app = new App()) {
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
 * The templates of production with these changes, made once in each process. The CDK's validation is left to the test of
 * cdk-nag, which has all that a stage can get.
 */
export function synthesised(changes: Partial<Stage> = {}) {
  const key = JSON.stringify({ ...stages.production, ...changes });
  const templates = made.get(key) ?? synthesise(changes);
  made.set(key, templates);
  return templates;
}

function synthesise(changes: Partial<Stage>) {
  const { deployment } = smallDeployment(changes, new App({ builtinCloudFormationValidation: false }));
  const templates = {
    data: Template.fromStack(deployment.data),
    ...(deployment.firewall && { firewall: Template.fromStack(deployment.firewall) }),
    website: Template.fromStack(deployment.website),
    edge: Template.fromStack(deployment.edge),
    jobs: Template.fromStack(deployment.jobs),
  };
  const resources: NamedResource[] = Object.entries(templates).flatMap(([stack, template]) =>
    Object.entries<Resource>(template.toJSON()['Resources']).map(([id, resource]) => ({
      ...resource,
      Properties: resource.Properties ?? {},
      id,
      stack,
    })),
  );
  const find = (type: string, idPrefix = '', stack?: string) =>
    resources.filter(
      (each) =>
        each.Type === type && each.id.startsWith(idPrefix) && (stack === undefined || each.stack === stack),
    );
  return {
    ...templates,
    deployment,
    templates,
    resources,
    /** The resources of a type in all stacks, by the beginning of their ids. */
    find,
    dataOf: (type: string, idPrefix?: string) => find(type, idPrefix, 'data'),
    of: (type: string) => find(type, '', 'website'),
    /** The resources of one job, by its name or its construct's, or of all. */
    jobsOf: (type: string, name = '') => find(type, name.replaceAll('-', ''), 'jobs'),
  };
}
