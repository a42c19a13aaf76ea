import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { cloudFrontRegion, type Stage, stackName } from '../stages.ts';
import { ReleaseError } from './release-error.ts';
import { type CheckResult, countProblems, reportOf, type SiteToCheck } from './site-checks.ts';

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
  /** The account of the check that logs in, if the environment has one. */
  canary: SiteToCheck['canary'];
}

const Outputs = z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() }));

/** The built files of a commit: templates with their assets in `cdk`, `site/index.html`, and the archive's `documents`. */
interface Release {
  commit: string;
  folder: string;
}

const DIST = join(import.meta.dirname, '../../dist');
const cdkOptions = ({ folder }: Release): string[] => [
  ...['--app', join(folder, 'cdk'), '--no-notices', '--no-color', '--no-ci'],
];
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
 * Deploys a stage from the checked-out commit and checks the site; if anything fails after the first change, it deploys the
 * release before. Or deploys the kept files of an earlier release. Resolves to whether the stage runs what was asked for.
 */
export async function deploy(
  stage: Stage,
  { yes, release: asked }: { yes: boolean; release?: string | undefined },
  tools: DeployTools,
): Promise<boolean> {
  const { print } = tools;
  if (asked === undefined) await checkSources(stage, tools);
  await checkAccount(stage, tools);
  await checkConcurrency(stage, tools);
  const release = asked === undefined ? await buildRelease(tools) : await fetchRelease(asked, stage, tools);
  await confirmChanges(stage, release, yes, tools);
  const running = (await readOutputs(stage, tools)).get('Release');
  if (asked === undefined) await keepRelease(release, stage, tools);

  const problem = await changeStage(stage, release, tools).catch(sentenceOf);
  if (problem === undefined) {
    print(`${stage.name} runs ${release.commit}.`);
    return true;
  }
  // Whoever asks for an earlier release wants to leave the one that runs.
  const before = asked === undefined ? running : undefined;
  print(`${problem} ${before === undefined ? 'Nothing is rolled back.' : 'Rolling back what was changed.'}`);
  const isHealthy = before !== undefined && (await rollBack(before, stage, tools));
  print(
    isHealthy
      ? `${stage.name} runs ${before}, as before. Nothing is wrong with it.`
      : `Look at ${stage.name} now: infra/README.md, "Roll back".`,
  );
  return false;
}

async function checkSources(stage: Stage, tools: DeployTools): Promise<void> {
  const missing = tools.findMissing(stage);
  if (missing.length > 0)
    throw new ReleaseError(
      `${stage.name} can't be deployed yet. Nothing was changed.\n${missing.join('\n')}`,
    );
  const changed = await must(tools, 'git', ['status', '--porcelain']);
  if (changed.trim() !== '')
    throw new ReleaseError(
      `These files aren't committed. Commit or remove them, then deploy again.\n${changed.trimEnd()}`,
    );
  if (!stage.keepsData) return;
  const containing = ['branch', '--all', '--contains', 'HEAD', '--format', '%(refname:short)'];
  const branches = await must(tools, 'git', containing);
  if (!branches.split('\n').some((name) => name === 'main' || name === 'origin/main'))
    throw new ReleaseError(
      `This commit isn't part of main. ${stage.name} is deployed from main alone: merge it first.`,
    );
}

async function checkAccount(stage: Stage, tools: DeployTools): Promise<void> {
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
}

/** Stops the deployment of a stage that keeps its data; for another one it only says so. */
async function checkConcurrency(stage: Stage, tools: DeployTools): Promise<void> {
  const { account, region, reservedConcurrency = 0 } = stage;
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

async function buildRelease(tools: DeployTools): Promise<Release> {
  const commit = (await must(tools, 'git', ['rev-parse', '--short=10', 'HEAD'])).trim();
  // What is missing was asked for this stage already; the build asks for production.
  if ((await tools.run('node', ['build.ts', '--allow-missing'], 'shown')).code !== 0)
    throw new ReleaseError('The build failed. Nothing was changed.');
  const synth = ['synth', '--quiet', '--no-notices', '--context', `release=${commit}`];
  if ((await tools.run('cdk', synth, 'shown')).code !== 0)
    throw new ReleaseError('The templates are wrong. Nothing was changed.');
  return { commit, folder: DIST };
}

/** Beside the CDK's own copies of the same files, where every operator finds it. */
const keptAt = (commit: string, { account, region, name }: Stage): string =>
  `s3://cdk-hnb659fds-assets-${account}-${region}/releases/${name}/${commit}.tgz`;

/** Before the deployment: what runs is always kept. */
async function keepRelease({ commit, folder }: Release, stage: Stage, tools: DeployTools): Promise<void> {
  const file = join(folder, 'release.tgz');
  await must(tools, 'tar', ['-czf', file, '-C', folder, 'cdk', 'site/index.html', 'documents']);
  await must(tools, 'aws', ['s3', 'cp', file, keptAt(commit, stage), '--region', stage.region]);
}

async function fetchRelease(commit: string, stage: Stage, tools: DeployTools): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), `${commit}-`));
  const file = join(folder, 'release.tgz');
  await must(tools, 'aws', ['s3', 'cp', keptAt(commit, stage), file, '--region', stage.region]);
  await must(tools, 'tar', ['-xzf', file, '-C', folder]);
  return { commit, folder };
}

async function confirmChanges(
  stage: Stage,
  release: Release,
  yes: boolean,
  tools: DeployTools,
): Promise<void> {
  const changes = await must(tools, 'cdk', ['diff', `${stage.name}/*`, ...cdkOptions(release)]);
  tools.print(changes.trimEnd());
  const lines = changes.split('\n');
  const hasNewIdentity = lines.some((line) => NEW_IDENTITY.test(line));
  const isAllowed = (line: string) => !hasNewIdentity && GIVEN_UP_IDENTITY.test(line);
  const lost = lines.filter((line) => STATEFUL.test(line) && !isAllowed(line));
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
  const answer = await tools.ask(
    `Deploy ${release.commit} to ${stage.name} (account ${stage.account})? Enter its name: `,
  );
  if (answer === undefined)
    throw new ReleaseError('There is no terminal to ask. Add --yes. Nothing was changed.');
  if (answer.trim() !== stage.name) throw new ReleaseError('Nothing was changed.');
}

/** What the website's stack says of itself; nothing for a new stage. */
async function readOutputs(stage: Stage, tools: DeployTools): Promise<Map<string, string>> {
  const { code, output } = await tools.run('aws', [
    ...['cloudformation', 'describe-stacks', '--stack-name', stackName(stage, 'website')],
    ...['--region', stage.region, '--query', 'Stacks[0].Outputs', '--output', 'json'],
  ]);
  if (code !== 0 && !/does not exist/.test(output))
    throw new ReleaseError(`What ${stage.name} runs can't be read.\n${output.trimEnd()}`);
  const outputs = code === 0 ? Outputs.parse(JSON.parse(output)) : [];
  return new Map(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
}

/** Deploys and checks; resolves to a sentence if that fails. The CDK uploads the site's files and clears the CDN's cache. */
async function changeStage(stage: Stage, release: Release, tools: DeployTools): Promise<string | undefined> {
  const args = ['deploy', `${stage.name}/*`, '--require-approval', 'never', ...cdkOptions(release)];
  if ((await tools.run('cdk', args, 'shown')).code !== 0) return 'The deployment failed.';
  if (!(await isSiteHealthy(stage, release, tools))) return 'The new version fails its checks.';
  return (await uploadDocuments(stage, release, tools))
    ? undefined
    : "The archive's documents can't be uploaded.";
}

async function uploadDocuments(stage: Stage, { folder }: Release, tools: DeployTools): Promise<boolean> {
  const outputs = await readOutputs(stage, tools);
  const [from, to] = [join(folder, 'documents'), `s3://${outputs.get('FilesBucket')}/archive/`];
  const args = ['s3', 'sync', '--delete', from, to, '--region', stage.region];
  return (await tools.run('aws', args, 'shown')).code === 0;
}

/** Asks the CDN itself, since the names may not lead to it yet. Some edges take a moment to get the new version. */
async function isSiteHealthy(stage: Stage, release: Release, tools: DeployTools): Promise<boolean> {
  const homePage = await readFile(join(release.folder, 'site/index.html'), 'utf8');
  const outputs = await readOutputs(stage, tools);
  const [url = '', host] = [outputs.get('SiteUrl'), outputs.get('CdnHostName')];
  const gatewayUrl = `https://${outputs.get('ApiId')}.execute-api.${stage.region}.amazonaws.com`;
  for (let left = CHECKS - 1; ; left -= 1) {
    const results = await tools.checkSite({ url, host, gatewayUrl, homePage, canary: tools.canary });
    if (countProblems(results) === 0 || left === 0) {
      for (const line of reportOf(results)) tools.print(line);
      return countProblems(results) === 0;
    }
    await tools.wait(PAUSE_MS);
  }
}

/**
 * Deploys the release before, in the reverse order of its stacks, so that none loses an export that another still imports.
 * Resolves to whether its site works.
 */
async function rollBack(commit: string, stage: Stage, tools: DeployTools): Promise<boolean> {
  try {
    const release = await fetchRelease(commit, stage, tools);
    const options = cdkOptions(release);
    // Each line is a stack, "production/data (asiagraphics-production-data)", in the order of deployment.
    const list = await must(tools, 'cdk', ['list', `${stage.name}/*`, ...options]);
    let isComplete = true;
    for (const name of [...list.matchAll(/^\S+/gm)].map(([first]) => first).toReversed()) {
      const args = ['deploy', name, '--exclusively', '--require-approval', 'never', ...options];
      const { code } = await tools.run('cdk', args, 'shown');
      isComplete &&= code === 0;
      tools.print(code === 0 ? `${name} is as before.` : `${name} is not: see its events in CloudFormation.`);
    }
    const isHealthy = await isSiteHealthy(stage, release, tools);
    return (await uploadDocuments(stage, release, tools)) && isHealthy && isComplete;
  } catch (error) {
    tools.print(sentenceOf(error));
    return false;
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function must({ run }: DeployTools, program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args);
  if (code === 0) return output;
  throw new ReleaseError(`"${program} ${args.slice(0, 2).join(' ')}" failed.\n${output.trimEnd()}`);
}
