import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { cloudFrontRegion, type Stage, stackName } from '../stages.ts';
import { ReleaseError } from './release-error.ts';
import type { CheckResult, SiteToCheck } from './site-checks.ts';
import { countProblems, reportOf } from './smoke.ts';

/** A program that has ended. `output` is empty if it was shown on the terminal. */
interface Ended {
  code: number;
  output: string;
}

/** What a deployment does outside of itself. */
export interface DeployTools {
  /** Runs a program in infra/; `shown` prints its output while it runs. */
  run(program: string, args: readonly string[], how?: 'shown'): Promise<Ended>;
  print(line: string): void;
  /** Asks the operator; undefined if there is no terminal. */
  ask(question: string): Promise<string | undefined>;
  checkSite(site: SiteToCheck): Promise<CheckResult[]>;
  wait(milliseconds: number): Promise<void>;
  /** What the owner has to give before the stage is deployed, a line for each fact. */
  findMissing(stage: Stage): string[];
  /** What the checks of the site take from the environment. */
  optionalChecks: Pick<SiteToCheck, 'canary' | 'mailbox'>;
}

const ListedStacks = z.array(z.object({ name: z.string(), environment: z.object({ region: z.string() }) }));
const Outputs = z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() }));
type ListedStack = z.output<typeof ListedStacks>[number];

interface PreviousStack extends ListedStack {
  /** Undefined for a stack that did not exist. */
  template: string | undefined;
}

const DIST = join(import.meta.dirname, '../../dist');
const CDK = ['--app', join(DIST, 'cdk'), '--no-notices', '--no-color', '--no-ci'];
/** Content that nothing can make again. The origin secret is no such thing: to change it, another one takes its place. */
const STATEFUL =
  /^\[[-~]\] AWS::(DynamoDB::GlobalTable|S3::Bucket|SecretsManager::Secret(?! OriginSecret)|KMS::Key|SES::EmailIdentity) .*(destroy|orphan|replaced?)$/;
/** A mail domain is given up by itself. Beside another that is added, it would be the one that still sends. */
const GIVEN_UP_IDENTITY = /^\[-\] AWS::SES::EmailIdentity .*destroy$/;
const NEW_IDENTITY = /^\[\+\] AWS::SES::EmailIdentity /;
/**
 * Functions that must be able to run at the same time, beside those reserved for the API: the jobs alone take up to 12, and
 * AWS lets nobody reserve below 100. A new account often has 10.
 */
const UNRESERVED_CONCURRENCY = 100;
const CHECKS = 3;
const PAUSE_MS = 20_000;

/**
 * Deploys a stage from the checked-out commit, checks the site and, if anything fails after the first change, puts the
 * stacks back to their templates of before. Resolves to whether the stage runs the new version.
 */
export async function deploy(stage: Stage, { yes }: { yes: boolean }, tools: DeployTools): Promise<boolean> {
  const { print } = tools;
  const missing = tools.findMissing(stage);
  if (missing.length > 0)
    throw new ReleaseError(
      `${stage.name} can't be deployed yet. Nothing was changed.\n${missing.join('\n')}`,
    );
  await checkCommit(stage, tools);
  const account = await checkAccount(stage, tools);
  await checkConcurrency(stage, account, tools);
  await buildStage(tools);
  const stacks = await listStacks(stage, tools);
  await confirmChanges(stage, account, yes, tools);

  const before = await Promise.all(stacks.map((stack) => readTemplate(stack, tools)));
  const problem = await changeStage(stage, tools).catch(sentenceOf);
  if (problem === undefined) {
    print(`${stage.name} runs the new version.`);
    return true;
  }
  print(`${problem} Rolling back what was changed.`);
  await rollBack(before, account, tools);
  const isHealthy =
    before.every(({ template }) => template !== undefined) &&
    (await isSiteHealthy(stage, tools, {}).catch(() => false));
  print(
    isHealthy
      ? `${stage.name} runs the version of before. Nothing is wrong with it.`
      : `Look at ${stage.name} now: infra/README.md, "Roll back".`,
  );
  return false;
}

async function checkCommit(stage: Stage, tools: DeployTools): Promise<void> {
  const changed = await must(tools, 'git', ['status', '--porcelain']);
  if (changed.trim() !== '')
    throw new ReleaseError(
      `These files aren't committed. Commit or remove them, then deploy again.\n${changed.trimEnd()}`,
    );
  if (!stage.keepsData) return;
  const branches = await must(tools, 'git', [
    ...['branch', '--all', '--contains', 'HEAD', '--format', '%(refname:short)'],
  ]);
  if (!branches.split('\n').some((name) => name === 'main' || name === 'origin/main'))
    throw new ReleaseError(
      `This commit isn't part of main. ${stage.name} is deployed from main alone: merge it first.`,
    );
}

async function checkAccount(stage: Stage, tools: DeployTools): Promise<string> {
  const identity = ['sts', 'get-caller-identity', '--query', '[Account, Arn]', '--output', 'text'];
  const { code, output } = await tools.run('aws', identity);
  if (code !== 0)
    throw new ReleaseError(
      `AWS doesn't accept your credentials. Log in, then deploy again.\n${output.trim()}`,
    );
  const [account = '', arn = ''] = output.trim().split(/\s+/);
  if (stage.account !== account)
    throw new ReleaseError(
      `Your credentials are for the account ${account}, but ${stage.name} belongs to ${stage.account} (infra/owner.ts). Log in to that account, then deploy again.`,
    );
  // Keys of a user or of root work without a second factor; a role's last for hours, and a login asks for both factors.
  if (stage.keepsData && /:(user\/|root$)/.test(arn))
    throw new ReleaseError(
      `Your credentials are lasting keys (${arn}), which work without a second factor. Log in by IAM Identity Center (infra/README.md, "Operators"), then deploy again.`,
    );
  for (const region of new Set([stage.region, cloudFrontRegion])) {
    const { code } = await tools.run('aws', [
      ...['cloudformation', 'describe-stacks', '--stack-name', 'CDKToolkit', '--region', region],
    ]);
    if (code !== 0)
      throw new ReleaseError(
        `The account ${account} isn't prepared in ${region}. Run "npx cdk bootstrap aws://${account}/${region}" once, then deploy again.`,
      );
  }
  return account;
}

/** Stops the deployment of a stage that keeps its data; for another one it only says so. */
async function checkConcurrency(stage: Stage, account: string, tools: DeployTools): Promise<void> {
  const { region, reservedConcurrency = 0 } = stage;
  const { code, output } = await tools.run('aws', [
    ...['lambda', 'get-account-settings', '--region', region],
    ...['--query', 'AccountLimit.ConcurrentExecutions', '--output', 'text'],
  ]);
  const limit = Number(output.trim());
  if (code !== 0 || !Number.isInteger(limit)) {
    tools.print(`Not checked: how many functions ${account} may run at a time.\n${output.trimEnd()}`);
    return;
  }
  const needed = UNRESERVED_CONCURRENCY + reservedConcurrency;
  if (limit >= needed) return;
  const sentence = `The account ${account} may run ${limit} functions at a time in ${region}, ${stage.name} needs ${needed}: with fewer, members' calls are rejected while jobs run. Ask AWS for more: "aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(1000, needed)}".`;
  if (stage.keepsData) throw new ReleaseError(`${sentence} Deploy again when AWS has agreed.`);
  tools.print(sentence);
}

async function buildStage(tools: DeployTools): Promise<void> {
  // What is missing was asked for this stage already; the build asks for production.
  if ((await tools.run('node', ['build.ts', '--allow-missing'], 'shown')).code !== 0)
    throw new ReleaseError('The build failed. Nothing was changed.');
  const { code } = await tools.run('cdk', ['synth', '--quiet', '--no-notices'], 'shown');
  if (code !== 0) throw new ReleaseError('The templates are wrong. Nothing was changed.');
}

/** In the order of their deployment. */
async function listStacks(stage: Stage, tools: DeployTools): Promise<ListedStack[]> {
  const list = await must(tools, 'cdk', ['list', `${stage.name}/*`, '--long', '--json', ...CDK]);
  return ListedStacks.parse(JSON.parse(list));
}

async function confirmChanges(
  stage: Stage,
  account: string,
  yes: boolean,
  tools: DeployTools,
): Promise<void> {
  const changes = await must(tools, 'cdk', ['diff', `${stage.name}/*`, ...CDK]);
  tools.print(changes.trimEnd());
  const lines = changes.split('\n');
  const hasNewIdentity = lines.some((line) => NEW_IDENTITY.test(line));
  const lost = lines.filter(
    (line) => STATEFUL.test(line) && (hasNewIdentity || !GIVEN_UP_IDENTITY.test(line)),
  );
  if (stage.keepsData && lost.length > 0)
    throw new ReleaseError(
      [
        'This would delete or replace what nothing can make again. Nothing was changed.',
        ...lost,
        ...(lost.some((line) => line.includes('EmailIdentity'))
          ? ['The mail domain is changed step by step: infra/README.md, "Another mail domain".']
          : []),
      ].join('\n'),
    );
  if (yes) return;
  const answer = await tools.ask(`Deploy this to ${stage.name} (account ${account})? Enter its name: `);
  if (answer === undefined)
    throw new ReleaseError('There is no terminal to ask. Add --yes. Nothing was changed.');
  if (answer.trim() !== stage.name) throw new ReleaseError('Nothing was changed.');
}

async function readTemplate(stack: ListedStack, tools: DeployTools): Promise<PreviousStack> {
  const { code, output } = await tools.run('aws', [
    ...['cloudformation', 'get-template', '--stack-name', stack.name, '--region', stack.environment.region],
    ...['--query', 'TemplateBody', '--output', 'json'],
  ]);
  if (code === 0) return { ...stack, template: output };
  if (/does not exist/.test(output)) return { ...stack, template: undefined };
  throw new ReleaseError(
    `The template of ${stack.name} can't be read. Nothing was changed.\n${output.trimEnd()}`,
  );
}

/** Deploys and checks; resolves to a sentence if that fails. The CDK uploads the site's files and clears the CDN's cache. */
async function changeStage(stage: Stage, tools: DeployTools): Promise<string | undefined> {
  const { code } = await tools.run(
    'cdk',
    ['deploy', `${stage.name}/*`, '--require-approval', 'never', ...CDK],
    'shown',
  );
  if (code !== 0) return 'The deployment failed.';
  const homePage = await readFile(join(DIST, 'site/index.html'), 'utf8');
  if (!(await isSiteHealthy(stage, tools, { homePage }))) return 'The new version fails its checks.';
  const { outputs } = await readSite(stage, tools);
  const documents = await tools.run(
    'aws',
    [
      ...[
        's3',
        'sync',
        '--delete',
        '../content/archive/documents',
        `s3://${outputs.get('FilesBucket')}/archive/`,
      ],
      ...['--exclude', 'sample-*', '--region', stage.region],
    ],
    'shown',
  );
  return documents.code === 0 ? undefined : "The archive's documents can't be uploaded.";
}

async function readSite(stage: Stage, tools: DeployTools) {
  const json = await must(tools, 'aws', [
    ...[
      'cloudformation',
      'describe-stacks',
      '--stack-name',
      stackName(stage, 'website'),
      '--region',
      stage.region,
    ],
    ...['--query', 'Stacks[0].Outputs', '--output', 'json'],
  ]);
  const outputs = new Map(Outputs.parse(JSON.parse(json)).map((each) => [each.OutputKey, each.OutputValue]));
  const gatewayUrl = `https://${outputs.get('ApiId')}.execute-api.${stage.region}.amazonaws.com`;
  return { outputs, url: outputs.get('SiteUrl') ?? '', host: outputs.get('CdnHostName'), gatewayUrl };
}

/** Asks the CDN itself, since the names may not lead to it yet. Some edges take a moment to get the new version. */
async function isSiteHealthy(stage: Stage, tools: DeployTools, more: Partial<SiteToCheck>): Promise<boolean> {
  const { url, host, gatewayUrl } = await readSite(stage, tools);
  for (let left = CHECKS - 1; ; left -= 1) {
    const results = await tools.checkSite({ url, host, gatewayUrl, ...tools.optionalChecks, ...more });
    if (countProblems(results) === 0 || left === 0) {
      for (const line of reportOf(results)) tools.print(line);
      return countProblems(results) === 0;
    }
    await tools.wait(PAUSE_MS);
  }
}

/** In the reverse order, so that no stack loses an export that another still imports. The files of earlier versions are still in the CDK's buckets. */
async function rollBack(
  before: readonly PreviousStack[],
  account: string,
  { run, print }: DeployTools,
): Promise<void> {
  for (const { name, template, environment } of before.toReversed()) {
    if (template === undefined) {
      print(`${name} is new and stays as it is.`);
      continue;
    }
    const file = join(tmpdir(), `${name}.template.json`);
    await writeFile(file, template);
    const { code } = await run(
      'aws',
      [
        ...['cloudformation', 'deploy', '--stack-name', name, '--region', environment.region],
        ...['--template-file', file, '--s3-bucket', `cdk-hnb659fds-assets-${account}-${environment.region}`],
        ...['--s3-prefix', 'rolled-back', '--no-fail-on-empty-changeset'],
        ...['--capabilities', 'CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'],
      ],
      'shown',
    );
    print(
      code === 0
        ? `${name} is as before.`
        : `${name} could not be put back: look at its events in CloudFormation.`,
    );
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function must({ run }: DeployTools, program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args);
  if (code === 0) return output;
  throw new ReleaseError(`"${program} ${args.slice(0, 2).join(' ')}" failed.\n${output.trimEnd()}`);
}
