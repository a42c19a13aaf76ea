import { describe, expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { type FunctionName, functionNames } from '../../../functions/platform/time-limits.ts';
import { type FileRights, fileRights } from '../../../infra/file-rights.ts';
import { type TableRights, tableRights } from '../../../infra/table-rights.ts';
import {
  actions,
  launchChanges,
  onlyOne,
  type Statement,
  statements,
  synthesised,
  type TemplatePart,
} from '../synthesised.ts';

const made = synthesised(launchChanges);

/** Each function's variables and what its role allows, found by the output of its name. */
const functions = functionNames.map((name) => {
  const output = `${name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Function`;
  const outputs: TemplatePart = { ...made.website.findOutputs(output), ...made.jobs.findOutputs(output) };
  const { Role, Environment } = onlyOne(
    made.find('AWS::Lambda::Function', outputs[output].Value.Ref),
  ).Properties;
  const [role] = Role['Fn::GetAtt'];
  const policies = made
    .find('AWS::IAM::Policy')
    .filter(({ Properties }) => JSON.stringify(Properties.Roles) === JSON.stringify([{ Ref: role }]));
  return { name, variables: Environment?.Variables ?? {}, rights: statements(policies) };
});

const resourcesOf = ({ Resource }: Statement) => [Resource].flat().map((each) => JSON.stringify(each));
const allowing = (rights: Statement[], action: string) =>
  rights.filter((statement) => actions(statement).includes(action)).flatMap(resourcesOf);

/** Those with an asterisk are secrets, of which a template has references alone. */
const variables: Record<FunctionName, string> = {
  api: 'tableName siteUrl filesBucket mailBucket imageBucket campaignQueueUrl campaignQueueArn importQueueUrl scheduleGroup scheduleRoleArn paymentLinks secondFactor tokenKeys* passwordPepper* originSecret* archivePasswordHash* mailKey* stripeKey* stripeWebhookSecret*',
  'send-transactional-mail': 'tableName siteUrl mailFrom mailConfigurationSet',
  'send-campaigns': 'tableName siteUrl mailFrom mailConfigurationSet mailBucket campaignQueueUrl mailKey*',
  'handle-delivery-events': 'tableName',
  'make-receipts': 'tableName filesBucket',
  'reconcile-payments': 'tableName paymentLinks stripeKey*',
  'remind-members': 'tableName reminderStages',
  'do-nightly-work': 'tableName mailBucket',
  'continue-imports': 'tableName filesBucket importQueueUrl passwordPepper*',
  'watch-audit-log': '',
};

it.each(functions)('$name has these variables, and no others', ({ name, variables: given }) => {
  const wanted = variables[name].split(' ').filter(Boolean).sort();
  const keys = wanted.map((each) => envNames[each.replace('*', '') as keyof typeof envNames]);
  expect(Object.keys(given).sort()).toEqual(keys.sort());
  for (const secret of wanted.filter((each) => each.endsWith('*')))
    expect(given[envNames[secret.slice(0, -1) as keyof typeof envNames]]).toEqual(expect.any(Object));
});

describe('the role of each function', () => {
  const rightsToTable: Partial<Record<string, TableRights>> = tableRights;

  it.each(functions)('of $name allows with rows what the table of rights says', ({ name, rights }) => {
    const ofIndex = /\/index\/(\w+)"/;
    const onRows = rights.filter((statement) =>
      actions(statement).some((action) => /^dynamodb:(?!.*(Stream|Shard|Records))/.test(action)),
    );
    const onTable = onRows.filter((statement) => !ofIndex.test(JSON.stringify(statement)));
    const onIndexes = onRows.filter((statement) => ofIndex.test(JSON.stringify(statement)));
    const { actions: allowed = [], indexes = [] } = rightsToTable[name] ?? {};
    expect(onTable.flatMap(actions).sort()).toEqual(allowed.map((action) => `dynamodb:${action}`).sort());
    expect(new Set(onIndexes.flatMap(actions))).toEqual(
      new Set(indexes.length > 0 ? ['dynamodb:Query'] : []),
    );
    expect(
      onIndexes
        .flatMap(resourcesOf)
        .map((resource) => ofIndex.exec(resource)?.[1])
        .sort(),
    ).toEqual([...indexes].sort());
  });

  const buckets = [
    ['files', 'FilesBucket'],
    ['mail', 'MailBucket'],
    ['images', 'ImageBucket'],
  ] as const;
  const bucketOf = (resource: string) => buckets.find(([, part]) => resource.includes(part))?.[0];
  const nameOf = (resource: string) => `${bucketOf(resource)}${/"(\/[^"]*)"\]\]\}$/.exec(resource)?.[1]}`;
  const rightsToFiles: Partial<Record<string, Partial<Record<string, FileRights>>>> = fileRights;

  it.each(functions)('of $name allows with files what the table of rights says', ({ name, rights }) => {
    const allowed = rights.flatMap((statement) =>
      actions(statement)
        .filter((action) => /^s3:\w+Object$/.test(action))
        .flatMap((action) => resourcesOf(statement).map((resource) => `${action} ${nameOf(resource)}`)),
    );
    const expected = Object.entries(rightsToFiles[name] ?? {}).flatMap(([bucket, ofBucket = {}]) =>
      Object.entries(ofBucket).flatMap(([prefix, its]) =>
        its.map((action) => `s3:${action} ${bucket}/${prefix}*`),
      ),
    );
    expect(allowed.sort()).toEqual(expected.sort());
  });

  it.each(functions)('of $name may list the buckets that it reads, and no others', ({ name, rights }) => {
    const read = Object.entries(rightsToFiles[name] ?? {}).flatMap(([bucket, ofBucket = {}]) =>
      Object.values(ofBucket).flat().includes('GetObject') ? [bucket] : [],
    );
    expect(allowing(rights, 's3:ListBucket').map(bucketOf).sort()).toEqual(read.sort());
  });

  it.each(functions)(
    'of $name reads the secrets of its variables, and no others',
    ({ rights, variables }) => {
      const named = Object.values(variables)
        .map((value) => JSON.stringify(value))
        .filter((value) => /Secret|Key|Pepper|PasswordHash/.test(value));
      expect(allowing(rights, 'secretsmanager:GetSecretValue').sort()).toEqual(named.sort());
      expect(allowing(rights, 'secretsmanager:DescribeSecret')).toEqual([]);
    },
  );
});

describe.each([
  [envNames.campaignQueueUrl, /^sqs:SendMessage$/, 'CampaignQueue'],
  [envNames.importQueueUrl, /^sqs:SendMessage$/, 'ImportQueue'],
  [
    envNames.scheduleGroup,
    /^scheduler:(Create|Delete)Schedule$/,
    ':schedule/asiagraphics-production-campaigns/*',
  ],
  [envNames.scheduleRoleArn, /^iam:PassRole$/, 'CampaignQueueScheduler'],
  [envNames.mailFrom, /^ses:SendRawEmail$/, ':identity/*'],
  [envNames.mailConfigurationSet, /^ses:SendRawEmail$/, ':configuration-set/'],
])('what the variable %s names', (variable, action, resource) => {
  it('may be used by the functions that have it, and by no others', () => {
    const isUser = (rights: Statement[]) =>
      rights.some(
        (statement) =>
          actions(statement).some((each) => action.test(each)) &&
          resourcesOf(statement).some((each) => each.includes(resource)),
      );
    expect(functions.filter(({ rights }) => isUser(rights)).map(({ name }) => name)).toEqual(
      functions.filter(({ variables }) => variable in variables).map(({ name }) => name),
    );
  });
});
