import { describe, expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { launchChanges, onlyOne, synthesised } from '../synthesised.ts';

const { jobsOf } = synthesised(launchChanges);

const lambdaOf = (job: string) =>
  onlyOne(jobsOf('AWS::Lambda::Function', job)).Properties as {
    Environment: { Variables: Record<string, unknown> };
  };
const expressionOf = (job: string) =>
  onlyOne(jobsOf('AWS::Scheduler::Schedule', job)).Properties['ScheduleExpression'];

const stateOf = (of: typeof jobsOf) =>
  onlyOne(of('AWS::Scheduler::Schedule', 'PaymentReconciler')).Properties['State'];

describe('the reconcile job', () => {
  it('runs every quarter of an hour where members can pay', () => {
    expect(expressionOf('PaymentReconciler')).toBe('rate(15 minutes)');
    expect(stateOf(jobsOf)).toBe('ENABLED');
    expect(stateOf(synthesised().jobsOf)).toBe('DISABLED');
  });

  it('has the hosted pages and a reference to the key, but not the webhooks’ secret', () => {
    const { Variables } = lambdaOf('PaymentReconciler').Environment;
    expect(Object.keys(Variables).sort()).toEqual(
      [envNames.tableName, envNames.stripeKey, envNames.paymentLinks].sort(),
    );
    expect(Variables[envNames.paymentLinks]).toBe(JSON.stringify(launchChanges.paymentLinks));
    expect(typeof Variables[envNames.stripeKey]).toBe('object');
  });
});
