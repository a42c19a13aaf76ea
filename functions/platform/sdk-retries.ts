import type { S3Client } from '@aws-sdk/client-s3';
import { earnRetry, takeRetry } from './deadline.ts';

interface AmazonClient {
  config: Pick<S3Client['config'], 'maxAttempts' | 'retryStrategy'>;
}

/** Makes a client of the AWS SDK take its retries from the budget of the request or run. */
export function withRetryBudget<Client extends AmazonClient>(client: Client): Client {
  const { config } = client;
  const chooseStrategy = config.retryStrategy;
  config.retryStrategy = async () => {
    const standard = await chooseStrategy();
    if (!('refreshRetryTokenForRetry' in standard)) return standard;
    const maxAttempts = await config.maxAttempts();
    return {
      acquireInitialRetryToken: (scope) => standard.acquireInitialRetryToken(scope),
      async refreshRetryTokenForRetry(token, failure) {
        // An error that is not retried anyway takes nothing from the budget. The standard strategy resolves after its
        // wait.
        const isRetryable = failure.errorType === 'THROTTLING' || failure.errorType === 'TRANSIENT';
        const isLast = token.getRetryCount() + 1 >= maxAttempts;
        if (isRetryable && !isLast && !takeRetry(failure.error)) throw new Error('No retry is left');
        return standard.refreshRetryTokenForRetry(token, failure);
      },
      recordSuccess(token) {
        standard.recordSuccess(token);
        if (token.getRetryCount() === 0) earnRetry();
      },
    };
  };
  return client;
}
