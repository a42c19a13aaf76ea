import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages.ts';
import { onlyOne, synthesised } from '../synthesised.ts';

const { find } = synthesised();

/** Fields of requests that may hold a token, a search term or somebody's address. */
const SECRET = /query|authorization|cookie|referer|header|rawPath|sourceIp|body/i;

describe('the logs of the deployment', () => {
  // Lambda makes a log that is kept for ever for a function that names none. A stage for trials has one helper more.
  it.each(Object.values(stages))('end some day, those of the CDK’s helper functions too ($name)', (stage) => {
    const made = synthesised(stage);
    const logs = made.find('AWS::Logs::LogGroup');
    const ended = logs.filter(({ Properties }) => Number(Properties.RetentionInDays) > 0);
    expect(ended).toEqual(logs);
    for (const { id, stack, Properties } of made.find('AWS::Lambda::Function')) {
      const { LogGroup } = Properties.LoggingConfig ?? {};
      expect(ended, id).toContainEqual(expect.objectContaining({ stack, id: LogGroup?.Ref }));
    }
    const files = onlyOne(made.find('AWS::S3::Bucket', 'AccessLogs')).Properties;
    expect(files).toMatchObject({ LifecycleConfiguration: { Rules: [{ ExpirationInDays: 90 }] } });
  });

  it('have a list of fields for the CDN, without queries, cookies and referrers', () => {
    const fields: string[] = onlyOne(find('AWS::Logs::Delivery')).Properties.RecordFields;
    expect(fields).toEqual(expect.arrayContaining(['c-ip', 'cs-method', 'cs-uri-stem', 'sc-status']));
    expect(fields.filter((field) => SECRET.test(field))).toEqual([]);
    // The older kind of log, which always has the query, is off.
    const cdn = JSON.stringify(find('AWS::CloudFront::Distribution'));
    expect(cdn).not.toMatch(/"Logging"|RealtimeLogConfigArn/);
  });

  it('have a format for the gateway without them', () => {
    const { AccessLogSettings } = onlyOne(find('AWS::ApiGatewayV2::Stage')).Properties;
    const fields = Object.values<string>(JSON.parse(AccessLogSettings.Format));
    expect(fields).toContain('$context.path');
    expect(fields.filter((field) => SECRET.test(field) || !field.startsWith('$context.'))).toEqual([]);
  });

  it('have blocked and counted requests of the firewall, without secrets', () => {
    const headers = ['authorization', 'cookie', 'referer'];
    expect(onlyOne(find('AWS::WAFv2::LoggingConfiguration')).Properties).toMatchObject({
      RedactedFields: [{ QueryString: {} }, ...headers.map((Name) => ({ SingleHeader: { Name } }))],
      LoggingFilter: { DefaultBehavior: 'DROP' },
    });
    // Samples in the console and the details of a match are no part of the log.
    const replaced = {
      Action: 'SUBSTITUTION',
      ExcludeRuleMatchDetails: false,
      ExcludeRateBasedDetails: false,
    };
    expect(onlyOne(find('AWS::WAFv2::WebACL')).Properties.DataProtectionConfig).toMatchObject({
      DataProtections: [
        { Field: { FieldType: 'QUERY_STRING' }, ...replaced },
        { Field: { FieldType: 'BODY' }, ...replaced },
        { Field: { FieldType: 'SINGLE_HEADER', FieldKeys: headers }, ...replaced },
      ],
    });
  });
});
