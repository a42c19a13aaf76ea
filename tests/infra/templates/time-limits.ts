import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TIME_OUT_MS } from '../../../account-island/api/http.ts';
import {
  lambdaSeconds,
  lastItemMs,
  REQUEST_MS,
  runMs,
  SECRETS_MS,
} from '../../../functions/platform/time-limits.ts';
import { schedules } from '../../../infra/schedules.ts';
import { apiFunctionOf, onlyOne, type Resource, synthesised } from '../synthesised.ts';

const { jobsOf, of, dataOf } = synthesised();
const numberIn = ({ Properties }: Resource, name: string) => Number(Properties[name]);

describe('a call', () => {
  const lambdaMs = numberIn(apiFunctionOf(of('AWS::Lambda::Function')), 'Timeout') * 1000;

  it('ends before its function would be ended, even if that starts twice, because a secret is late', () => {
    expect(REQUEST_MS + 3000).toBeLessThan(lambdaMs);
    expect(2 * SECRETS_MS).toBeLessThan(REQUEST_MS);
  });

  it('has a longer timeout in everything before the function', () => {
    expect(TIME_OUT_MS).toBeGreaterThan(lambdaMs);
    const [, seconds] =
      /"OriginReadTimeout":(\d+)/.exec(JSON.stringify(of('AWS::CloudFront::Distribution'))) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThan(TIME_OUT_MS);
    // API Gateway's own limit for HTTP APIs, 30 s, is not shortened.
    for (const { Properties } of of('AWS::ApiGatewayV2::Integration'))
      expect(Properties.TimeoutInMillis).toBeUndefined();
  });

  it.each(['gmp-archive', 'membership-card', 'unsubscribe'])(
    'has a longer timeout on the page of %s',
    (script) => {
      const source = readFileSync(`site/scripts/${script}.ts`, 'utf8');
      const [, digits = ''] = /time(?:outMs|OutMilliseconds) = ([\d_]+)/.exec(source) ?? [];
      expect(Number(digits.replaceAll('_', ''))).toBeGreaterThan(REQUEST_MS);
    },
  );
});

describe('a run of a job', () => {
  const visibilities = (queues: Resource[]) => queues.map((queue) => numberIn(queue, 'VisibilityTimeout'));

  it.each(schedules)('of $job ends before Lambda ends it, and long before it is tried again', ({ job }) => {
    const seconds = lambdaSeconds[job];
    expect(numberIn(onlyOne(jobsOf('AWS::Lambda::Function', job)), 'Timeout')).toBe(seconds);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(runMs(job)).toBe(seconds * 1000 - 5000);
    // SES, the slowest service, has ten seconds for one email.
    expect(lastItemMs).toBeGreaterThan(10_000);
    expect(lastItemMs).toBeLessThan(runMs(job));
    expect(visibilities(jobsOf('AWS::SQS::Queue', job))).toEqual([6 * seconds]);
  });

  it('ends before its messages are delivered again: of the campaign sender and of the event handler', () => {
    const campaigns = 6 * lambdaSeconds['send-campaigns'];
    expect(visibilities(dataOf('AWS::SQS::Queue', 'CampaignQueue'))).toEqual([campaigns, campaigns]);
    const events = lambdaSeconds['handle-delivery-events'];
    expect(numberIn(onlyOne(jobsOf('AWS::Lambda::Function', 'DeliveryEvents')), 'Timeout')).toBe(events);
    for (const visibility of visibilities(jobsOf('AWS::SQS::Queue', 'DeliveryEvents')))
      expect(visibility).toBeGreaterThanOrEqual(6 * events);
  });
});
