import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { envNames } from '#shared/deployment';
import { ImportWorkerConfig, readConfig } from '../../../functions/platform/config.ts';
import { withSecrets } from '../../../functions/platform/lambda.ts';
import { startUnreliable } from '../../support/api/unreliable.ts';
import { listen } from '../../support/listen.ts';

it.each(['never answers', 'answers by half'] as const)(
  'a start fails in time if Secrets Manager %s, and the next one works',
  async (how) => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.end('{"SecretString":"tea"}'));
    });
    const manager = await startUnreliable(`http://127.0.0.1:${await listen(server)}`);
    onTestFinished(() => manager.close());
    Object.assign(process.env, {
      AWS_REGION: 'ap-east-1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.url,
    });
    const environment = { [envNames.mailKey]: 'arn:aws:secretsmanager:x', TABLE_NAME: 'members' };
    manager.fallSilent(how);
    await expect(withSecrets(environment, 300)).rejects.toThrow('Not done within');
    manager.recover();
    expect(await withSecrets(environment)).toEqual({ [envNames.mailKey]: 'tea', TABLE_NAME: 'members' });
  },
);

it('a function that was not given the secret itself does not start', () => {
  const arn = 'arn:aws:secretsmanager:ap-east-1:123456789012:secret:Pepper-a1b2c3';
  expect(() => readConfig(ImportWorkerConfig, { [envNames.passwordPepper]: arn })).toThrow(
    'PASSWORD_PEPPER: is the ARN of a secret that was not read',
  );
});
