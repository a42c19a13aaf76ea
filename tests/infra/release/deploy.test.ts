import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DeployTools, deploy } from '../../../infra/release/deploy.ts';
import { stages } from '../../../infra/stages.ts';

const production = { ...stages.production, account: '111122223333' };
const names = ['firewall', 'data', 'website', 'edge', 'jobs'].map(
  (part) => `asiagraphics-production-${part}`,
);
const regionOf = (name: string) => (/firewall|edge/.test(name) ? 'us-east-1' : 'ap-southeast-1');
const SiteUrl = 'https://site.example';
const CdnHostName = 'd1.cloudfront.example';
const NEW = '{"version":"new"}';
const OLD = '{"version":"old"}';

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
  templates: Map<string, string>;
  diff: string;
  /** The stack whose deployment fails. */
  fails?: string;
  uploadFails?: boolean;
  /** Whether a version of the website works. */
  works: (template: string) => boolean;
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
    templates: new Map(names.map((name) => [name, OLD])),
    diff: '[~] AWS::Lambda::Function Lambda Lambda1 \n',
    works: () => true,
    ...changes,
  };
  const calls: string[] = [];
  const printed: string[] = [];
  const ok = (output = '') => ({ code: 0, output });
  const fail = (output = '') => ({ code: 1, output });
  const optionOf = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1] ?? '';
  const website = () => world.templates.get('asiagraphics-production-website') ?? '';

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
        const outputs = { SiteUrl, CdnHostName, ApiId: 'api1', FilesBucket: 'files' };
        const list = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
        return world.templates.has(stack) ? ok(JSON.stringify(list)) : fail('does not exist');
      }
      case 'cloudformation get-template': {
        const template = world.templates.get(stack);
        return template === undefined ? fail(`Stack with id ${stack} does not exist`) : ok(template);
      }
      case 'cloudformation deploy':
        if (optionOf(args, '--region') !== regionOf(stack)) return fail();
        world.templates.set(stack, readFileSync(optionOf(args, '--template-file'), 'utf8'));
        return ok();
      case 'lambda get-account-settings':
        return world.concurrency === '' ? fail('AccessDenied') : ok(`${world.concurrency}\n`);
      case 's3 sync':
        return world.uploadFails ? fail() : ok();
      default:
        throw new Error(`aws ${args.join(' ')}`);
    }
  }

  function cdk([command]: readonly string[]) {
    switch (command) {
      case 'synth':
        return ok();
      case 'list':
        return ok(JSON.stringify(names.map((name) => ({ name, environment: { region: regionOf(name) } }))));
      case 'diff':
        return ok(world.diff);
      default:
        for (const name of names) {
          // CloudFormation puts this one back by itself.
          if (name === world.fails) return fail();
          world.templates.set(name, NEW);
        }
        return ok();
    }
  }

  const tools: DeployTools = {
    run: async (program, args) => {
      calls.push([program, ...args].join(' '));
      if (program === 'git') return ok(args[0] === 'status' ? world.changedFiles : world.branches);
      return program === 'aws' ? aws(args) : program === 'cdk' ? cdk(args) : ok();
    },
    print: (line) => void printed.push(line),
    ask: async () => answer ?? undefined,
    checkSite: async ({ url, host, gatewayUrl }) => {
      // The CDN itself: the names may lead elsewhere until its first deployment is done.
      expect([url, host]).toEqual([SiteUrl, CdnHostName]);
      expect(gatewayUrl).toBe('https://api1.execute-api.ap-southeast-1.amazonaws.com');
      return [{ name: 'calls', problems: world.works(website()) ? [] : ['/api/userinfo: 502'] }];
    },
    wait: async () => {},
    findMissing: () => world.missing,
    optionalChecks: {},
  };
  return {
    templates: world.templates,
    calls,
    printed,
    run: (yes = false, stage = production) => deploy(stage, { yes }, tools),
    changed: () => calls.some((call) => /^cdk deploy|cloudformation deploy|s3 sync/.test(call)),
  };
}

const all = (template: string) => new Map(names.map((name) => [name, template]));

describe('a deployment', () => {
  it('builds, shows the differences, asks, deploys, checks and uploads the documents, in this order', async () => {
    const { run, calls, templates, printed } = play();
    expect(await run()).toBe(true);
    expect(templates).toEqual(all(NEW));
    const steps =
      /^(git status|aws sts|node build|cdk (synth|diff|deploy)|aws cloudformation get-template|aws s3 sync)/;
    const seen = calls.flatMap((call) => steps.exec(call)?.[1] ?? []);
    expect([...new Set(seen)]).toEqual([
      ...['git status', 'aws sts', 'node build', 'cdk synth', 'cdk diff'],
      ...['aws cloudformation get-template', 'cdk deploy', 'aws s3 sync'],
    ]);
    expect(printed.join('\n')).toContain('AWS::Lambda::Function Lambda');
    expect(printed.at(-1)).toBe('production runs the new version.');
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
      { missing: ['infra/owner.ts, production.account: enter it.', 'content/site.json, fees: enter them.'] },
      "production can't be deployed yet. Nothing was changed.\ninfra/owner.ts, production.account: enter it.\ncontent/site.json, fees: enter them.",
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
    [
      'a table that would be replaced',
      { diff: '[~] AWS::DynamoDB::GlobalTable Table TableCD11 replace\n' },
      'This would delete or replace what nothing can make again.',
    ],
    [
      'a secret that would be deleted',
      { diff: '[-] AWS::SecretsManager::Secret Pepper Pepper27 destroy\n' },
      '[-] AWS::SecretsManager::Secret Pepper Pepper27 destroy',
    ],
    [
      'a bucket that may be replaced',
      { diff: '[~] AWS::S3::Bucket Files Files12 may be replaced\n' },
      'Files12 may be replaced',
    ],
    [
      'a mail domain that would be replaced',
      { diff: '[~] AWS::SES::EmailIdentity Sender SenderIdentityOrg replace\n' },
      '"Another mail domain"',
    ],
    [
      'a mail domain that is given up in the deployment that adds the next one',
      {
        diff: '[-] AWS::SES::EmailIdentity SenderIdentityOrg destroy\n[+] AWS::SES::EmailIdentity Sender SenderIdentityNet\n',
      },
      'SenderIdentityOrg destroy\nThe mail domain is changed step by step: infra/README.md, "Another mail domain".',
    ],
  ])('stops before any change at %s', async (_, world, sentence) => {
    const { run, changed, templates } = play(world);
    await expect(run(true)).rejects.toThrow(sentence);
    expect(changed()).toBe(false);
    expect(templates).toEqual(all(OLD));
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
    const { run, templates, printed } = play(world);
    expect(await run(true)).toBe(false);
    expect(templates).toEqual(all(OLD));
    expect(printed.at(-1)).toBe('production runs the version of before. Nothing is wrong with it.');
  });

  it('whose site fails its checks is rolled back, users of a value before its owner', async () => {
    const { run, templates, calls, printed } = play({ works: (template) => template === OLD });
    expect(await run(true)).toBe(false);
    expect(templates).toEqual(all(OLD));
    const rolledBack = calls.flatMap(
      (call) => /cloudformation deploy --stack-name (\S+)/.exec(call)?.[1] ?? [],
    );
    expect(rolledBack).toEqual(names.toReversed());
    expect(printed).toContain('       /api/userinfo: 502');
    expect(calls.some((call) => call.startsWith('aws s3 sync'))).toBe(false);
  });

  it('says so if the version of before does not work either', async () => {
    const { run, printed } = play({ works: () => false });
    expect(await run(true)).toBe(false);
    expect(printed.at(-1)).toBe('Look at production now: infra/README.md, "Roll back".');
  });

  it('that is the first and fails leaves its new stacks, and says so', async () => {
    const { run, printed } = play({ templates: new Map(), fails: names[4] as string });
    expect(await run(true)).toBe(false);
    expect(printed).toContain('asiagraphics-production-data is new and stays as it is.');
    expect(printed.at(-1)).toContain('Look at production now');
  });
});
