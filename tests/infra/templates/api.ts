import { describe, expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { hashingCalls } from '../../../infra/constructs/api.ts';
import { pathOf } from '../../../infra/constructs/firewall-rules.ts';
import { stages } from '../../../infra/stages.ts';
import { actions, apiFunctionOf, laterChanges, onlyOne, statements, synthesised } from '../synthesised.ts';

const { website, of } = synthesised();

describe('the API’s function', () => {
  it('runs the built code, on the platform of its native part', () => {
    website.hasResourceProperties('AWS::Lambda::Function', {
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Architectures: ['x86_64'],
    });
  });

  it('has all variables of its configuration, with secrets as references', () => {
    const lambda = apiFunctionOf(of('AWS::Lambda::Function'));
    const { Variables } = lambda.Properties['Environment'] as { Variables: Record<string, unknown> };
    const { tableName, siteUrl, filesBucket, mailBucket, imageBucket, paymentLinks, secondFactor } = envNames;
    const { tokenKeys, passwordPepper, originSecret, archivePasswordHash, mailKey } = envNames;
    const { stripeKey, stripeWebhookSecret } = envNames;
    const { campaignQueueUrl, campaignQueueArn, scheduleGroup, scheduleRoleArn } = envNames;
    const plain = [
      ...[tableName, siteUrl, filesBucket, mailBucket, imageBucket, paymentLinks, secondFactor],
      ...[campaignQueueUrl, campaignQueueArn, scheduleGroup, scheduleRoleArn],
    ];
    const own = [tokenKeys, passwordPepper, originSecret, archivePasswordHash, mailKey];
    const secrets = [...own, stripeKey, stripeWebhookSecret];
    expect(Object.keys(Variables).sort()).toEqual([...plain, ...secrets].sort());
    for (const name of secrets) expect(typeof Variables[name]).toBe('object');
  });

  it.each(Object.values(stages))('requires two-step verification of administrators on $name', (stage) => {
    const { Properties } = apiFunctionOf(synthesised(stage).of('AWS::Lambda::Function'));
    expect(Properties['Environment']).toMatchObject({ Variables: { [envNames.secondFactor]: 'required' } });
  });

  it('reserves the concurrency that the stage says', () => {
    const { Properties } = apiFunctionOf(synthesised(laterChanges).of('AWS::Lambda::Function'));
    expect(Properties['ReservedConcurrentExecutions']).toBe(20);
  });

  it('has its own log group, with a retention of one year', () => {
    website.hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 365 });
  });
});

describe('permissions', () => {
  const policies = of('AWS::IAM::Policy');

  it('let the API pass its one role to the scheduler alone', () => {
    const passing = statements(policies).filter((statement) => actions(statement).includes('iam:PassRole'));
    expect(passing.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    ]);
  });
});

describe('the gateway', () => {
  const hashingRoutes = hashingCalls.map((call) => `POST ${pathOf(call)}`);

  it('passes only calls below /api', () => {
    expect(of('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties['RouteKey'])).toEqual([
      'ANY /api/{proxy+}',
      ...hashingRoutes,
    ]);
  });

  it('has a throttle for each call that hashes a password without a session', () => {
    const { RouteSettings, DefaultRouteSettings } = onlyOne(of('AWS::ApiGatewayV2::Stage')).Properties;
    const settings = RouteSettings as Record<string, { ThrottlingRateLimit: number }>;
    expect(Object.keys(settings)).toEqual(hashingRoutes);
    for (const each of Object.values(settings))
      expect(each).toEqual({ ThrottlingRateLimit: 20, ThrottlingBurstLimit: 60 });
    expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 });
  });

  it('logs without addresses, with a retention of 90 days', () => {
    const stage = onlyOne(of('AWS::ApiGatewayV2::Stage')).Properties;
    expect(JSON.stringify(stage?.['AccessLogSettings'])).not.toMatch(/sourceIp|rawPath/i);
    website.hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
  });

  it('allows no other origin', () => {
    expect(onlyOne(of('AWS::ApiGatewayV2::Api')).Properties).not.toHaveProperty('CorsConfiguration');
  });
});
