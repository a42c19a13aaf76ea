import { envNames, secretNames } from '#shared/deployment';
import type { Environment } from './config.ts';
import { type Limit, withDeadline, within } from './deadline.ts';
import { withRetryBudget } from './sdk-retries.ts';
import { secretsLimit } from './time-limits.ts';

/** For one try to read one secret. */
const TRY_MS = 1500;

/**
 * The environment with each secret that is given as an ARN replaced by its value. Where that takes too long it rejects: the
 * function's start fails, and Lambda makes the next one anew.
 */
export async function withSecrets(
  environment: Environment,
  limit: Limit = secretsLimit,
): Promise<Environment> {
  const references = secretNames.flatMap((key) => {
    const name = envNames[key];
    const value = environment[name];
    return value?.startsWith('arn:') ? [{ name, arn: value }] : [];
  });
  if (references.length === 0) return environment;
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = withRetryBudget(
    new SecretsManagerClient({
      requestHandler: { requestTimeout: TRY_MS, throwOnRequestTimeout: true },
    }),
  );
  const read = async ({ name, arn }: (typeof references)[number]) => {
    const command = new GetSecretValueCommand({ SecretId: arn });
    const { SecretString } = await within(limit.limitMs, (abortSignal) =>
      client.send(command, { abortSignal }),
    );
    return [name, SecretString] as const;
  };
  const values = await withDeadline(limit, () => Promise.all(references.map(read)));
  return { ...environment, ...Object.fromEntries(values) };
}
