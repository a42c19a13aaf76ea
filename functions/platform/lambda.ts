import { envNames, secretNames } from '#shared/deployment';
import type { Environment } from './config.ts';
import { within } from './deadline.ts';
import { lambdaRuntime, type Runtime } from './runtime.ts';
import { type FunctionName, lastItemMs, runMs, SECRETS_MS } from './time-limits.ts';

type Handler<Event, Context, Reply> = (event: Event, context: Context) => Promise<Reply>;

/**
 * Makes the handler of a Lambda, for the entry's `export const handler`. In Lambda it is made while the function starts, so
 * that a failed start is repeated; elsewhere, as in tests that import the entry, at the first call.
 */
export function lambdaHandler<Event, Context, Reply>(
  environment: Environment,
  create: (environment: Environment, runtime: Runtime) => Handler<Event, Context, Reply>,
): Handler<Event, Context, Reply> {
  const make = () => create(environment, lambdaRuntime);
  let made = environment['AWS_LAMBDA_FUNCTION_NAME'] === undefined ? undefined : make();
  return async (event, context) => {
    made ??= make();
    return made(event, context);
  };
}

export interface RunOptions {
  /** The process ends soon: a run that can go on later begins nothing new. */
  closing?: AbortSignal;
  /** Ends the run when the process ends. */
  stopping?: AbortSignal;
}

export type Run<Result> = (options?: RunOptions) => Promise<Result>;

/**
 * A run of a job under its deadline, which is earlier than Lambda's, so that a late run is still logged. `work` receives the
 * instant after which it must begin nothing new. Each run is logged; one that fails or is late rejects.
 */
export const asRun =
  <Result>(
    name: FunctionName,
    { now, log }: Pick<Runtime, 'now' | 'log'>,
    work: (until: Date, closing: AbortSignal | undefined) => Promise<Result>,
  ): Run<Result> =>
  async ({ closing, stopping } = {}) => {
    const limitMs = runMs(name);
    const startedAt = performance.now();
    const facts = () => ({ job: name, milliseconds: Math.round(performance.now() - startedAt) });
    try {
      const until = new Date(now().getTime() + limitMs - lastItemMs);
      const result = await within(limitMs, () => work(until, closing), stopping);
      log({ level: 'info', event: 'run-done', ...facts() });
      return result;
    } catch (cause) {
      if (stopping?.aborted) log({ level: 'info', event: 'run-stopped', ...facts() });
      else log({ level: 'error', event: 'run-failed', ...facts(), cause });
      throw cause;
    }
  };

/** Makes the handler of a job. The event that starts it is ignored. */
export const jobHandler = <Result>(
  environment: Environment,
  create: (environment: Environment, runtime: Runtime) => Run<Result>,
) =>
  lambdaHandler(environment, (given, runtime) => {
    const run = create(given, runtime);
    return () => run();
  });

/** The limit for one try to read one secret. */
const TRY_MS = 1500;

/**
 * Replaces each secret that is given as an ARN by its value. If that takes too long it rejects: the function's start
 * fails, and Lambda repeats it.
 */
export async function withSecrets(
  environment: Environment,
  limitMs: number = SECRETS_MS,
): Promise<Environment> {
  const references = secretNames.flatMap((key) => {
    const name = envNames[key];
    const value = environment[name];
    return value?.startsWith('arn:') ? [{ name, arn: value }] : [];
  });
  if (references.length === 0) return environment;
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({
    requestHandler: { requestTimeout: TRY_MS, throwOnRequestTimeout: true },
  });
  const values = await within(limitMs, (abortSignal) =>
    Promise.all(
      references.map(async ({ name, arn }) => {
        const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }), {
          abortSignal,
        });
        return [name, SecretString] as const;
      }),
    ),
  );
  return { ...environment, ...Object.fromEntries(values) };
}
