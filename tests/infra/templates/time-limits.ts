import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TIME_OUT_MS } from '../../../account-island/api/http.ts';
import {
  type JobName,
  lambdaSeconds,
  lastItemMs,
  requestLimit,
  runLimit,
  secretsLimit,
} from '../../../functions/platform/time-limits.ts';
import { schedules } from '../../../infra/schedules.ts';
import { apiFunctionOf, onlyOne, type Resource, synthesised } from '../synthesised.ts';

const { website, jobsOf, of, dataOf } = synthesised();

const numberIn = ({ Properties }: Resource, name: string) => Number(Properties[name]);

/** The jobs' constructs in the stack. */
const constructs: Record<JobName, string> = {
  'send-transactional-mail': 'TransactionalMailSender',
  'send-campaigns': 'CampaignSender',
  'make-receipts': 'ReceiptMaker',
  'reconcile-payments': 'PaymentReconciler',
  'remind-members': 'Reminders',
  'do-nightly-work': 'NightlyWorker',
  'continue-imports': 'ImportContinuer',
};

describe('a call', () => {
  const api = apiFunctionOf(of('AWS::Lambda::Function'));

  it('is answered within 8 s, 3 s before its function would be ended', () => {
    // Half a second is left for the reply itself.
    expect(requestLimit.limitMs).toBe(7500);
    expect(numberIn(api, 'Timeout') * 1000 - 8000).toBe(3000);
  });

  it('has a longer timeout in everything before the function', () => {
    const lambdaMs = numberIn(api, 'Timeout') * 1000;
    expect(TIME_OUT_MS).toBeGreaterThan(lambdaMs);
    const [distribution] = of('AWS::CloudFront::Distribution');
    const [, seconds] = /"OriginReadTimeout":(\d+)/.exec(JSON.stringify(distribution)) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThan(TIME_OUT_MS);
    // API Gateway's own limit for HTTP APIs, 30 s, is not shortened.
    website.allResourcesProperties('AWS::ApiGatewayV2::Integration', { PayloadFormatVersion: '2.0' });
    for (const { Properties } of of('AWS::ApiGatewayV2::Integration'))
      expect(Properties['TimeoutInMillis']).toBeUndefined();
  });

  it.each(['gmp-archive', 'membership-card', 'unsubscribe'])(
    'has a longer timeout on the page of %s',
    (script) => {
      const [, digits = ''] =
        /time(?:outMs|OutMilliseconds) = ([\d_]+)/.exec(readFileSync(`site/scripts/${script}.ts`, 'utf8')) ??
        [];
      expect(Number(digits.replaceAll('_', ''))).toBeGreaterThan(requestLimit.limitMs);
    },
  );

  it('can be answered even if the function has to start twice, because a secret is late', () => {
    expect(2 * secretsLimit.limitMs).toBeLessThan(requestLimit.limitMs);
  });
});

describe('a run of a job', () => {
  it.each(Object.entries(constructs))('of %s ends before Lambda ends it', (job, construct) => {
    const name = schedules.find((turn) => turn.job === job)?.job;
    if (!name) throw new Error(`${job} has no schedule`);
    const lambda = onlyOne(jobsOf('AWS::Lambda::Function', construct));
    expect(numberIn(lambda, 'Timeout')).toBe(lambdaSeconds[name]);
    expect(numberIn(lambda, 'Timeout')).toBeLessThanOrEqual(900);
    const { limitMs } = runLimit(name);
    expect(limitMs).toBe(lambdaSeconds[name] * 1000 - 5000);
    // SES, the slowest service, has ten seconds for one email.
    expect(lastItemMs).toBeGreaterThan(10_000);
    expect(lastItemMs).toBeLessThan(limitMs);
    // A failed batch is retried after the time of six runs at the earliest.
    const [queue] = jobsOf('AWS::SQS::Queue', construct);
    expect(queue && numberIn(queue, 'VisibilityTimeout')).toBe(6 * lambdaSeconds[name]);
  });

  it('of the campaign sender ends before its messages are delivered again', () => {
    const queues = dataOf('AWS::SQS::Queue', 'CampaignQueue');
    expect(queues).toHaveLength(2);
    for (const queue of queues)
      expect(numberIn(queue, 'VisibilityTimeout')).toBe(6 * lambdaSeconds['send-campaigns']);
  });

  it('of the event handler ends before its events are delivered again', () => {
    const lambda = onlyOne(jobsOf('AWS::Lambda::Function', 'DeliveryEvents'));
    expect(numberIn(lambda, 'Timeout')).toBe(lambdaSeconds['handle-delivery-events']);
    for (const queue of jobsOf('AWS::SQS::Queue', 'DeliveryEvents'))
      expect(numberIn(queue, 'VisibilityTimeout')).toBeGreaterThanOrEqual(
        6 * lambdaSeconds['handle-delivery-events'],
      );
  });
});
