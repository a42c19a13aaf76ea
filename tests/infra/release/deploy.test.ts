import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DeployTools, deploy } from '../../../infra/release/deploy.ts';
import { stages } from '../../../infra/stages.ts';

const production = { ...stages.production, account: '111122223333' };
const names = ['data', 'firewall', 'website', 'edge', 'jobs'].map((part) => `production/${part}`);
const KEPT_PAGE = '<title>kept</title>';
const SiteUrl = 'https://site.example';
const CdnHostName = 'd1.cloudfront.example';
const NEW = 'abcdef0123';
const OLD = '0123abcdef';
const OLDER = '00000abcde';

interface World {
  account: string;
  /** Whom the credentials are of. */
  arn: string;
  /** What the owner hasn't given. */
  missing: string[];
  changedFiles: string;
  branches: string;
  preparedRegions: string[];
  /** What Lambda's account settings say. */
  concurrency: string;
  /** The commit of each stack. */
  stacks: Map<string, string>;
  /** The commits whose files are kept. */
  kept: string[];
  diff: string;
  /** The stack whose deployment of the new version fails, and the one that can't be put back. */
  fails?: string | undefined;
  stays?: string | undefined;
  uploadFails?: boolean;
  /** Whether a version of the website works. */
  works: (commit: string) => boolean;
}

/** The programs that a deployment calls, over stacks that exist in memory. */
function play(changes: Partial<World> = {}, answer: string | null = 'production') {
  const world: World = {
    account: '111122223333',
    arn: 'arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_AdministratorAccess_0a1b/operator',
    missing: [],
    changedFiles: '',
    branches: 'main\norigin/main\n',
    preparedRegions: ['ap-southeast-1', 'us-east-1'],
    concurrency: '1000',
    stacks: new Map(names.map((name) => [name, OLD])),
    kept: [OLDER, OLD],
    diff: '[~] AWS::Lambda::Function Lambda Lambda1 \n',
    works: () => true,
    ...changes,
  };
  const calls: string[] = [];
  const printed: string[] = [];
  const ok = (output = '') => ({ code: 0, output });
  const fail = (output = '') => ({ code: 1, output });
  const optionOf = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1] ?? '';
  const website = () => world.stacks.get('production/website') ?? '';

  function aws(args: readonly string[]) {
    const stack = optionOf(args, '--stack-name');
    switch (args.slice(0, 2).join(' ')) {
      case 'sts get-caller-identity':
        return world.account === ''
          ? fail('Unable to locate credentials')
          : ok(`${world.account}\t${world.arn}\n`);
      case 'cloudformation describe-stacks': {
        if (stack === 'CDKToolkit')
          return world.preparedRegions.includes(optionOf(args, '--region')) ? ok() : fail('does not exist');
        const outputs = { SiteUrl, CdnHostName, ApiId: 'api1', FilesBucket: 'files', Release: website() };
        const list = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
        expect(stack).toBe('asiagraphics-production-website');
        return website() === '' ? fail('does not exist') : ok(JSON.stringify(list));
      }
      case 'lambda get-account-settings':
        return world.concurrency === '' ? fail('AccessDenied') : ok(`${world.concurrency}\n`);
      case 's3 sync':
        return world.uploadFails && args.join(' ').includes('dist/documents') ? fail() : ok();
      case 's3 cp': {
        const [, , from = '', to = ''] = args;
        const bucket = 's3://cdk-hnb659fds-assets-111122223333-ap-southeast-1/releases/production/';
        if (to.startsWith(bucket)) world.kept.push(basename(to, '.tgz'));
        return world.kept.includes(basename(to.startsWith(bucket) ? to : from, '.tgz')) ? ok() : fail('404');
      }
      default:
        throw new Error(`aws ${args.join(' ')}`);
    }
  }

  function cdk(args: readonly string[]) {
    const [command, selected] = args;
    const app = optionOf(args, '--app');
    // Kept files are unpacked into a folder that begins with their commit.
    const commit = [OLD, OLDER].find((each) => basename(dirname(app)).startsWith(each)) ?? NEW;
    switch (command) {
      case 'synth':
        return ok();
      case 'list':
        return ok(names.map((name) => `${name} (asiagraphics-${name.replace('/', '-')})\n`).join(''));
      case 'diff':
        return ok(world.diff);
      default:
        for (const name of names.filter((each) => [each, 'production/*'].includes(selected ?? ''))) {
          // CloudFormation puts this one back by itself.
          if (name === (commit === NEW ? world.fails : world.stays)) return fail();
          world.stacks.set(name, commit);
        }
        return ok();
    }
  }

  function tar(args: readonly string[]) {
    const folder = optionOf(args, '-C');
    if (args[0] !== '-xzf') return ok();
    mkdirSync(join(folder, 'site'), { recursive: true });
    writeFileSync(join(folder, 'site/index.html'), KEPT_PAGE);
    return ok();
  }

  const tools: DeployTools = {
    run: async (program, args) => {
      calls.push([program, ...args].join(' '));
      const git = { status: world.changedFiles, branch: world.branches, 'rev-parse': NEW };
      const programs = { aws, cdk, tar, git: ([command]: string[]) => ok(git[command as keyof typeof git]) };
      return programs[program as keyof typeof programs]?.([...args]) ?? ok();
    },
    print: (line) => void printed.push(line),
    ask: async () => answer ?? undefined,
    checkSite: async ({ url, host, gatewayUrl, homePage }) => {
      // The CDN itself: the names may lead elsewhere until its first deployment is done.
      expect([url, host]).toEqual([SiteUrl, CdnHostName]);
      expect(gatewayUrl).toBe('https://api1.execute-api.ap-southeast-1.amazonaws.com');
      expect(homePage === KEPT_PAGE).toBe(website() !== NEW);
      return [{ name: 'calls', problems: world.works(website()) ? [] : ['/api/userinfo: 502'] }];
    },
    wait: async () => {},
    findMissing: () => world.missing,
    canary: undefined,
  };
  return {
    stacks: world.stacks,
    kept: world.kept,
    calls,
    printed,
    run: (yes = false, release?: string) => deploy(production, { yes, release }, tools),
    changed: () => calls.some((call) => /^cdk deploy|s3 sync/.test(call)),
  };
}

const all = (commit: string) => new Map(names.map((name) => [name, commit]));

describe('a deployment', () => {
  const STEPS = /^(git status|aws sts|node build|cdk (synth|diff|deploy)|tar -\w+|aws s3 (cp|sync))/;
  const stepsOf = (calls: string[]) => [...new Set(calls.flatMap((call) => STEPS.exec(call)?.[1] ?? []))];

  it('builds, shows the differences, asks, keeps the built files, deploys, checks and uploads the documents', async () => {
    const { run, calls, stacks, kept, printed } = play();
    expect(await run()).toBe(true);
    expect(stacks).toEqual(all(NEW));
    expect(stepsOf(calls)).toEqual([
      ...['git status', 'aws sts', 'node build', 'cdk synth', 'cdk diff'],
      ...['tar -czf', 'aws s3 cp', 'cdk deploy', 'aws s3 sync'],
    ]);
    expect(calls).toContainEqual(expect.stringMatching(/^cdk synth .*--context release=abcdef0123$/));
    expect(calls).toContainEqual(expect.stringMatching(/^tar -czf .* cdk site\/index\.html documents$/));
    expect(kept).toContain(NEW);
    expect(printed.join('\n')).toContain('AWS::Lambda::Function Lambda');
    expect(printed.at(-1)).toBe('production runs abcdef0123.');
  });

  it('of an earlier release takes its kept files: nothing is built, whatever is checked out', async () => {
    const { run, calls, stacks, printed } = play({ changedFiles: ' M a.ts\n', missing: ['a fact'] });
    expect(await run(false, OLDER)).toBe(true);
    expect(stacks).toEqual(all(OLDER));
    expect(stepsOf(calls)).toEqual([
      ...['aws sts', 'aws s3 cp', 'tar -xzf', 'cdk diff', 'cdk deploy', 'aws s3 sync'],
    ]);
    expect(printed.at(-1)).toBe(`production runs ${OLDER}.`);
  });

  it.each<[string, Partial<World>, string]>([
    [
      'a new account, which may run few functions at a time',
      { concurrency: '10' },
      'The account 111122223333 may run 10 functions at a time in ap-southeast-1, production needs 100',
    ],
    [
      'credentials of another account',
      { account: '999999999999' },
      'Your credentials are for the account 999999999999, but production belongs to 111122223333',
    ],
    [
      'facts that the owner has not given',
      { missing: ['infra/owner.ts, production.account: enter it.'] },
      "production can't be deployed yet. Nothing was changed.\ninfra/owner.ts, production.account: enter it.",
    ],
    [
      'keys of a user, which need no second factor',
      { arn: 'arn:aws:iam::111122223333:user/staff/operator' },
      'Your credentials are lasting keys (arn:aws:iam::111122223333:user/staff/operator)',
    ],
    ['keys of root', { arn: 'arn:aws:iam::111122223333:root' }, 'Log in by IAM Identity Center'],
    ['no credentials', { account: '' }, "AWS doesn't accept your credentials."],
    [
      'files that are not committed',
      { changedFiles: ' M infra/stages.ts\n' },
      "These files aren't committed. Commit or remove them, then deploy again.\n M infra/stages.ts",
    ],
    ['a commit outside of main', { branches: 'draft\n' }, "This commit isn't part of main."],
    [
      'a region that is not prepared',
      { preparedRegions: ['ap-southeast-1'] },
      `isn't prepared in us-east-1. Run "npx cdk bootstrap aws://111122223333/us-east-1"`,
    ],
    ...[
      '[~] AWS::DynamoDB::GlobalTable Table TableCD11 replace',
      '[-] AWS::DynamoDB::GlobalTable Table TableCD11 orphan',
      '[-] AWS::SecretsManager::Secret Pepper Pepper27 destroy',
      '[~] AWS::S3::Bucket Files Files12 may be replaced',
      '[-] AWS::KMS::Key Alarms Key34 destroy',
      '[~] AWS::SES::EmailIdentity Sender SenderIdentityOrg replace',
    ].map((line): [string, Partial<World>, string] => [
      line,
      { diff: `${line}\n` },
      `This would delete or replace what nothing can make again. Nothing was changed.\n${line}`,
    ]),
    [
      'a mail domain that is given up in the deployment that adds the next one',
      {
        diff: '[-] AWS::SES::EmailIdentity SenderIdentityOrg destroy\n[+] AWS::SES::EmailIdentity Sender SenderIdentityNet\n',
      },
      'SenderIdentityOrg destroy\nThe mail domain is changed step by step: infra/README.md, "Another mail domain".',
    ],
  ])('stops before any change at %s', async (_, world, sentence) => {
    const { run, changed, stacks } = play(world);
    await expect(run(true)).rejects.toThrow(sentence);
    expect(changed()).toBe(false);
    expect(stacks).toEqual(all(OLD));
  });

  it.each([
    [
      'puts another origin secret in place of the first',
      '[-] AWS::SecretsManager::Secret OriginSecret OriginSecret27 destroy\n[+] AWS::SecretsManager::Secret OriginSecret2 OriginSecret28\n',
    ],
    [
      'gives up a former mail domain, once another one sends',
      '[-] AWS::SES::EmailIdentity SenderIdentityOrg destroy\n',
    ],
  ])('%s', async (_, diff) => expect(await play({ diff }, null).run(true)).toBe(true));

  it.each([
    ['staging', 'Nothing was changed.'],
    [null, 'There is no terminal to ask. Add --yes.'],
  ])('stops before any change at the answer %j', async (answer, sentence) => {
    const { run, changed } = play({}, answer);
    await expect(run()).rejects.toThrow(sentence);
    expect(changed()).toBe(false);
  });

  it.each<[string, Partial<World>]>([
    ['that fails', { fails: names[4] as string }],
    ['whose documents cannot be uploaded', { uploadFails: true }],
  ])('%s is rolled back: stacks before the failing step too', async (_, world) => {
    const { run, stacks, printed } = play(world);
    expect(await run(true)).toBe(false);
    expect(stacks).toEqual(all(OLD));
    expect(printed.at(-1)).toBe(`production runs ${OLD}, as before. Nothing is wrong with it.`);
  });

  it('whose site fails its checks is rolled back to the kept files that ran before, users of a value before its owner', async () => {
    const { run, stacks, calls, printed } = play({ works: (commit) => commit === OLD });
    expect(await run(true)).toBe(false);
    expect(stacks).toEqual(all(OLD));
    const putBack = calls.flatMap((call) => /^cdk deploy (\S+) --exclusively/.exec(call)?.[1] ?? []);
    expect(putBack).toEqual(names.toReversed());
    expect(printed).toContain('       /api/userinfo: 502');
  });

  it.each<[string, Partial<World>, string, string?]>([
    ['the version of before does not work either', { works: () => false }, '       /api/userinfo: 502'],
    [
      'a stack cannot be put back',
      { works: (commit) => commit === OLD, stays: names[1] },
      `${names[1]} is not`,
    ],
    ['its files are lost', { works: () => false, kept: [] }, '"aws s3 cp" failed.'],
    ['there is no release before', { stacks: new Map(), fails: names[4] }, 'Nothing is rolled back.'],
    ['the release before that was asked for fails', { works: () => false }, 'Nothing is rolled back.', OLDER],
  ])('says so if %s', async (_, world, sentence, release) => {
    const { run, printed } = play(world);
    expect(await run(true, release)).toBe(false);
    expect(printed.join('\n')).toContain(sentence);
    expect(printed.at(-1)).toBe('Look at production now: infra/README.md, "Roll back".');
  });
});
