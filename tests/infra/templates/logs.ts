import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages.ts';
import { findResources, onlyOne, synthesised } from '../synthesised.ts';

const made = synthesised();
const templates = [made.data, made.website, made.jobs, made.accessLog, made.firewall].filter(
  (template): template is Template => template !== undefined,
);

const allOf = (type: string): Record<string, unknown>[] =>
  templates.flatMap((template) =>
    Object.values(findResources(template, type)).map(({ Properties }) => Properties),
  );
const onlyOneOf = (type: string) => onlyOne(allOf(type));

/** Fields of requests that may hold a token, a search term or somebody's address. */
const SECRET = /query|authorization|cookie|referer|header|rawPath|body/i;

describe('the logs of the deployment', () => {
  it('have formats that this test knows', () => {
    const kinds = new Set(
      templates.flatMap((template) =>
        Object.values(template.toJSON()['Resources'] as Record<string, { Type: string }>).map(
          ({ Type }) => Type,
        ),
      ),
    );
    const logging = [...kinds].filter((kind) => /log|trail|delivery/i.test(kind)).sort();
    expect(logging).toEqual([
      'AWS::Logs::Delivery',
      'AWS::Logs::DeliveryDestination',
      'AWS::Logs::DeliverySource',
      'AWS::Logs::LogGroup',
      'AWS::Logs::MetricFilter',
      'AWS::Logs::QueryDefinition',
      'AWS::Logs::ResourcePolicy',
      'AWS::WAFv2::LoggingConfiguration',
    ]);
  });

  // Lambda makes a log that is kept for ever for a function that names none. A stage for trials has one helper more.
  it.each(Object.values(stages))('end some day, those of the CDK’s helper functions too ($name)', (stage) => {
    const { deployment } = synthesised(stage);
    const stacks = deployment.node.children.filter((child) => child instanceof Stack);
    for (const template of stacks.map((stack) => Template.fromStack(stack))) {
      const ended = Object.entries(findResources(template, 'AWS::Logs::LogGroup'))
        .filter(([, { Properties }]) => Number(Properties['RetentionInDays']) > 0)
        .map(([id]) => id);
      for (const [id, { Properties }] of Object.entries(findResources(template, 'AWS::Lambda::Function'))) {
        const { LogGroup } = (Properties['LoggingConfig'] ?? {}) as { LogGroup?: { Ref: string } };
        expect(ended, id).toContain(LogGroup?.Ref);
      }
    }
  });

  it('have a list of fields for the CDN, without queries, cookies and referrers', () => {
    const { RecordFields } = onlyOneOf('AWS::Logs::Delivery') as { RecordFields: string[] };
    expect(RecordFields).toEqual(expect.arrayContaining(['c-ip', 'cs-method', 'cs-uri-stem', 'sc-status']));
    expect(RecordFields.filter((field) => SECRET.test(field))).toEqual([]);
    // The older kind of log, which always has the query, is off.
    const { DistributionConfig } = onlyOneOf('AWS::CloudFront::Distribution') as {
      DistributionConfig: object;
    };
    expect(DistributionConfig).not.toHaveProperty('Logging');
    expect(JSON.stringify(DistributionConfig)).not.toContain('RealtimeLogConfigArn');
  });

  it('have a format for the gateway without them', () => {
    const { AccessLogSettings } = onlyOneOf('AWS::ApiGatewayV2::Stage') as {
      AccessLogSettings: { Format: string };
    };
    const fields = Object.values(JSON.parse(AccessLogSettings.Format) as Record<string, string>);
    expect(fields).toContain('$context.path');
    expect(fields.filter((field) => SECRET.test(field) || !field.startsWith('$context.'))).toEqual([]);
  });

  it('have blocked and counted requests of the firewall, without secrets', () => {
    const { RedactedFields, LoggingFilter } = onlyOneOf('AWS::WAFv2::LoggingConfiguration');
    const headers = ['authorization', 'cookie', 'referer'];
    expect(RedactedFields).toEqual([
      { QueryString: {} },
      ...headers.map((Name) => ({ SingleHeader: { Name } })),
    ]);
    expect(LoggingFilter).toMatchObject({ DefaultBehavior: 'DROP' });
    // Samples in the console and the details of a match are no part of the log.
    const { DataProtectionConfig } = onlyOneOf('AWS::WAFv2::WebACL') as {
      DataProtectionConfig: { DataProtections: { Field: unknown }[] };
    };
    const { DataProtections } = DataProtectionConfig;
    expect(DataProtections.map(({ Field }) => Field)).toEqual([
      { FieldType: 'QUERY_STRING' },
      { FieldType: 'BODY' },
      { FieldType: 'SINGLE_HEADER', FieldKeys: headers },
    ]);
    for (const protection of DataProtections)
      expect(protection).toMatchObject({
        Action: 'SUBSTITUTION',
        ExcludeRuleMatchDetails: false,
        ExcludeRateBasedDetails: false,
      });
  });
});
