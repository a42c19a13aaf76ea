import { createServer } from 'node:http';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createOperator, logHash } from '../../functions/handlers/operator.ts';
import { argon2PasswordHasher } from '../../functions/platform/passwords.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { databaseFile, loadSecrets } from '../../infra/local/data-folder.ts';
import { startDatabase } from '../../infra/local/database.ts';
import { freePort } from '../../infra/local/ports.ts';
import { startApi } from '../support/api/api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { processesOf, startedHere } from './started.ts';

const AWS = { AWS_REGION: 'ap-southeast-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
beforeEach(() => {
  Object.assign(process.env, AWS, { AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoEndpoint') });
});

const ops = (DATA_DIR: string, command: string) =>
  runCommand(command.split(' ').filter(Boolean), { DATA_DIR });

describe('an invalid command', () => {
  it.each([
    ['disable teapot --reason \u00a0', "'--reason <TEXT>' argument '\u00a0' is invalid. It is empty."],
    ['prepare-restored-table x --at noon --stage staging', 'Give a time in UTC, for example 2026'],
    [
      'backup x.tgz --stage production',
      'A backup of a stage holds the password pepper and all keys. Set BACKUP_PASSPHRASE, by which it is encrypted.',
    ],
    ['grant-admin teapot --stage nowhere', /^Unknown stage "nowhere"\. Stages: production, staging\.$/],
    ['log-hash teapot', /^No data in .*\. Run "npm start" first, or set DATA_DIR to the right folder\.$/],
  ])('such as "%s" gets a sentence', async (command, sentence) => {
    await expect(ops(temporaryFolder(), command)).rejects.toThrow(sentence);
  });
});

it("a command works on this machine's data, whether the product runs or not", async () => {
  const folder = temporaryFolder();
  const { stop, databaseEndpoint } = await startedHere(folder);
  expect(await ops(folder, 'grant-admin bunny')).toBe('bunny is now an administrator.');
  await expect(ops(folder, 'grant-admin nobody')).rejects.toThrow(
    'No account has the username or membership ID "nobody".',
  );
  Object.assign(process.env, AWS, { AWS_ENDPOINT_URL_DYNAMODB: databaseEndpoint });
  const operator = createOperator({ TABLE_NAME: 'asiagraphics' });
  expect((await operator.findMember('bunny')).role).toBe('administrator');

  const { mailKey } = await loadSecrets(folder);
  expect(await ops(folder, 'log-hash Teapot')).toBe(logHash(mailKey, 'teapot'));
  expect(await ops(folder, 'log-hash 2001:db8:1:2::7')).toBe(logHash(mailKey, '2001:db8:1:2::/64'));
  for (const text of ['300.1.1.1', ''])
    await expect(runCommand(['log-hash', text], { DATA_DIR: folder })).rejects.toThrow(
      `TEXT must be a username, an email address, or a network by its IP address, such as 203.0.113.7 or 2001:db8:1:2::/64. "${text}" is none of them.`,
    );

  await stop();
  expect(await ops(folder, 'revoke-admin BUNNY')).toBe('BUNNY is no longer an administrator.');
  expect(await ops(folder, 'disable cornell --reason moved')).toBe('cornell can no longer log in.');
  await expect(ops(folder, 'disable nobody --reason moved')).rejects.toThrow(
    'No account has the username or membership ID "nobody".',
  );
  expect(processesOf(folder)).toEqual([]);

  const database = await startDatabase(databaseFile(folder));
  onTestFinished(() => database.stop());
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = database.endpoint;
  const after = createOperator({ TABLE_NAME: 'asiagraphics' });
  expect((await after.findMember('bunny')).role).toBe('member');
  expect((await after.findMember('cornell')).state).toBe('disabled');
});

it('a new password for the archive comes with the hash that opens it', async () => {
  const output = await ops('/nowhere', 'new-archive-password');
  const [, password = '', hash = ''] =
    /^Password {2}([\w-]{14})\nHash {6}(\$argon2id\$\S+)$/.exec(output) ?? [];
  expect(await argon2PasswordHasher('').verify(hash, password)).toBe(true);
  expect(await argon2PasswordHasher('').verify(hash, `${password}x`)).toBe(false);
  expect(await ops('/nowhere', 'new-archive-password')).not.toBe(output);
});

describe('a command for a deployed stage', () => {
  const BUCKETS = { FilesBucket: 'files', MailBucket: 'mail', MailImageBucket: 'images' };

  /** Answers DescribeStacks as CloudFormation does. */
  async function deployed(outputs: Record<string, string>) {
    const requested: { stack: string | null; scope: string | undefined }[] = [];
    const members = Object.entries(outputs).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const port = await freePort();
    const server = createServer(async (request, response) => {
      const form = new URLSearchParams((await request.toArray()).join(''));
      requested.push({ stack: form.get('StackName'), scope: request.headers.authorization });
      response.setHeader('content-type', 'text/xml');
      response.end(
        `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>x</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
      );
    }).listen(port, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    process.env['AWS_ENDPOINT_URL_CLOUDFORMATION'] = `http://127.0.0.1:${port}`;
    return requested;
  }

  it('uses the table in the outputs of its deployment', async () => {
    const api = await startApi();
    await api.register();
    const requested = await deployed({
      SiteUrl: 'https://example.org',
      TableName: api.table.name,
      ...BUCKETS,
    });
    await ops('/nowhere', 'grant-admin utah_teapot --stage staging');
    expect(requested).toEqual([
      {
        stack: 'asiagraphics-staging-website',
        scope: expect.stringContaining('/ap-southeast-1/cloudformation/'),
      },
    ]);
    expect((await api.operator.findMember('utah_teapot')).role).toBe('administrator');
    await expect(ops('/nowhere', 'queued-mail send x --stage staging')).rejects.toThrow(
      'Run "npm run ops -- queued-mail --stage staging" or "npm run ops -- queued-mail --held --stage staging" to list them.',
    );
    await expect(
      ops('/nowhere', 'reset-second-factor utah_teapot --reason lost --stage staging'),
    ).rejects.toThrow("The member hasn't set up two-step verification.");
  });
});
