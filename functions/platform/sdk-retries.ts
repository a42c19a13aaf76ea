import type { S3Client } from '@aws-sdk/client-s3';
import { earnRetry, takeRetry } from './deadline.ts';

interface AmazonClient {
  config: Pick<S3Client['config'], 'maxAttempts' | 'retryStrategy'>;
}

/** A client of one of Amazon's SDKs whose own retries come out of the budget of the request or run. */
export function withRetryBudget<Client extends AmazonClient>(client: Client): Client {
  const { config } = client;
  const chooseStrategy = config.retryStrategy;
  config.retryStrategy = async () => {
    const standard = await chooseStrategy();
    if (!('refreshRetryTokenForRetry' in standard)) return standard;
    const maxAttempts = await config.maxAttempts();
    return {
      acquireInitialRetryToken: (scope) => standard.acquireInitialRetryToken(scope),
      async refreshRetryTokenForRetry(token, fault) {
        // What may not be tried again for another reason takes nothing. The standard strategy answers when it has waited.
        const isRetryable = fault.errorType === 'THROTTLING' || fault.errorType === 'TRANSIENT';
        const isLast = token.getRetryCount() + 1 >= maxAttempts;
        if (isRetryable && !isLast && !takeRetry(fault.error)) throw new Error('No retry is left');
        return standard.refreshRetryTokenForRetry(token, fault);
      },
      recordSuccess(token) {
        standard.recordSuccess(token);
        if (token.getRetryCount() === 0) earnRetry();
      },
    };
  };
  return client;
}
