import type { Environment } from '../config.ts';
import { secretNames } from '../env-names.ts';

const isReference = (value: string | undefined): value is string => value?.startsWith('arn:') ?? false;

/** The environment with each secret that is given as an ARN replaced by its value, all read in one call. */
export async function withSecrets(environment: Environment): Promise<Environment> {
  const references = secretNames.flatMap((name) => {
    const value = environment[name];
    return isReference(value) ? [{ name, arn: value }] : [];
  });
  if (references.length === 0) return environment;
  const { BatchGetSecretValueCommand, SecretsManagerClient } = await import(
    '@aws-sdk/client-secrets-manager'
  );
  const command = new BatchGetSecretValueCommand({ SecretIdList: references.map(({ arn }) => arn) });
  const { SecretValues = [], Errors = [] } = await new SecretsManagerClient({}).send(command);
  if (Errors.length > 0)
    throw new Error(`Cannot read the secret ${Errors[0]?.SecretId}: ${Errors[0]?.Message}`);
  const values = new Map(SecretValues.map(({ ARN, SecretString }) => [ARN, SecretString]));
  return {
    ...environment,
    ...Object.fromEntries(references.map(({ name, arn }) => [name, values.get(arn)])),
  };
}
