import type { Environment } from '../config.ts';
import { secretNames } from '../env-names.ts';

/** The environment with each secret that is given as an ARN replaced by its value. */
export async function withSecrets(environment: Environment): Promise<Environment> {
  const references = secretNames.flatMap((name) => {
    const value = environment[name];
    return value?.startsWith('arn:') ? [{ name, arn: value }] : [];
  });
  if (references.length === 0) return environment;
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({});
  const read = async ({ name, arn }: (typeof references)[number]) => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    return [name, SecretString] as const;
  };
  return { ...environment, ...Object.fromEntries(await Promise.all(references.map(read))) };
}
