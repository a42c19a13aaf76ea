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

  it('reserves no concurrency unless the stage says so', () => {
    const reserved = (template: Pick<ReturnType<typeof synthesised>, 'of'>) =>
      template
        .of('AWS::Lambda::Function')
        .map(({ Properties }) => Properties['ReservedConcurrentExecutions']);
    expect(new Set(reserved({ of }))).toEqual(new Set([undefined]));
    expect(reserved(synthesised(laterChanges))).toContain(20);
  });

  it('has its own log group, with a retention of one year', () => {
    website.hasResourceProperties('AWS::Logs::LogGroup', { RetentionInDays: 365 });
  });
});

describe('permissions', () => {
  const policies = of('AWS::IAM::Policy');

  it('belong to one role for each function', () => {
    const roles = of('AWS::Lambda::Function').map(({ Properties }) => JSON.stringify(Properties['Role']));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('name single actions, without wildcards', () => {
    for (const statement of statements(policies)) {
      for (const action of actions(statement)) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
    }
  });

  it('include no managed policy', () => {
    const managed = Object.entries(website.findResources('AWS::IAM::Role')).flatMap(([id, { Properties }]) =>
      Properties.ManagedPolicyArns === undefined ? [] : [id.slice(0, 'CustomCrossRegionExport'.length)],
    );
    // The CDK's own two, which pass values to another region.
    expect(managed).toEqual(['CustomCrossRegionExport', 'CustomCrossRegionExport']);
  });

  it('let the API queue campaigns and schedule them, by one role that it may pass to the scheduler alone', () => {
    const granted = statements(policies).filter((statement) =>
      actions(statement).some((action) => /^(sqs|scheduler|iam):/.test(action)),
    );
    expect(granted.map(actions)).toEqual([
      ['sqs:SendMessage'],
      ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule'],
      ['iam:PassRole'],
    ]);
    const [send, schedule, pass] = granted.map(({ Resource }) => JSON.stringify(Resource));
    expect(send).toContain('CampaignQueue');
    expect(schedule).toContain(':schedule/asiagraphics-production-campaigns/*');
    expect(pass).toContain('CampaignQueueScheduler');
    expect(granted[2]?.Condition).toEqual({
      StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    });
  });

  it('name every resource', () => {
    expect(statements(policies).filter(({ Resource }) => Resource === '*')).toEqual([]);
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
