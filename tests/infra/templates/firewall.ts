import { posix } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { waitMessage } from '../../../account-island/text/account.ts';
import { genSalt } from '../../../functions/contract/auth.ts';
import { endpoints } from '../../../functions/contract/endpoints.ts';
import { ErrorBody } from '../../../functions/contract/error-body.ts';
import { hashingCalls, hashingThrottle, throttle } from '../../../infra/constructs/api.ts';
import {
  ALL_CALLS_ALLOWED,
  answers,
  mostInWindow,
  pathOf,
  rateRules,
  requestsAllowedBy,
  strangersBodyPaths,
  WINDOW_SECONDS,
} from '../../../infra/constructs/firewall-rules.ts';
import { stages } from '../../../infra/stages.ts';
import { findResources, onlyOne, smallDeployment, synthesised } from '../synthesised.ts';

const { deployment, firewall, of } = synthesised();
const acl = onlyOne(Object.values(findResources(firewall as Template, 'AWS::WAFv2::WebACL')));

// biome-ignore lint/suspicious/noExplicitAny: statements of every kind are read field by field
type Statement = Record<string, any>;
interface Rule {
  Name: string;
  Priority: number;
  Statement: Statement;
  Action?: { Block: { CustomResponse: { ResponseCode: number; CustomResponseBodyKey: string } } };
  OverrideAction?: object;
}
const rules = acl.Properties['Rules'] as Rule[];
const ruleOf = (name: string) => onlyOne(rules.filter(({ Name }) => Name === name));

interface Request {
  method?: string;
  path: string;
  bodyBytes?: number;
  labels?: string[];
}

const transformations: Record<string, (text: string) => string> = {
  NONE: (text) => text,
  URL_DECODE: decodeURIComponent,
  NORMALIZE_PATH: posix.normalize,
};
const transformed = (text: string, { TextTransformations }: Statement): string =>
  TextTransformations.reduce(
    (done: string, { Type }: Statement) => transformations[Type]?.(done) ?? '',
    text,
  );

/** Matches as AWS WAF documents it for the statements used in the rules. */
function matches(statement: Statement, request: Request): boolean {
  const [[kind, given]] = Object.entries(statement) as [[string, Statement]];
  const { method = 'POST', path, bodyBytes = 0, labels = [] } = request;
  switch (kind) {
    case 'AndStatement':
      return given['Statements'].every((each: Statement) => matches(each, request));
    case 'OrStatement':
      expect(given['Statements'].length).toBeGreaterThanOrEqual(2);
      return given['Statements'].some((each: Statement) => matches(each, request));
    case 'NotStatement':
      return !matches(given['Statement'], request);
    case 'RateBasedStatement':
      return matches(given['ScopeDownStatement'], request);
    case 'LabelMatchStatement':
      return labels.includes(given['Key']);
    case 'SizeConstraintStatement':
      return bodyBytes > given['Size'];
    case 'RegexMatchStatement':
      return new RegExp(given['RegexString']).test(transformed(path, given));
    case 'ByteMatchStatement': {
      const text = transformed(given['FieldToMatch']['Method'] ? method : path, given);
      const { SearchString } = given as { SearchString: string };
      return given['PositionalConstraint'] === 'EXACTLY'
        ? text === SearchString
        : text.startsWith(SearchString);
    }
    default:
      throw new Error(`No such statement: ${kind}`);
  }
}

/** The first rule that blocks a request at any rate, and its reply. */
function stopOf(request: Request) {
  const rule = rules.find(
    ({ Statement, Action }) => Action && !Statement['RateBasedStatement'] && matches(Statement, request),
  );
  return rule && [rule.Name, rule.Action?.Block.CustomResponse.ResponseCode];
}
const countedBy = (path: string) =>
  rules
    .filter(({ Statement }) => Statement['RateBasedStatement'] && matches(Statement, { path }))
    .map(({ Name }) => Name);

describe('the firewall', () => {
  it('is in front of the CDN, and is created before it', () => {
    expect(acl.Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(deployment.firewall?.region).toBe('us-east-1');
    expect(onlyOne(of('AWS::CloudFront::Distribution')).Properties['DistributionConfig']).toHaveProperty(
      'WebACLId',
    );
    expect(deployment.website.dependencies).toContain(deployment.firewall);
    expect(deployment.accessLog.dependencies).toContain(deployment.website);
  });

  it('can be left out of trial stages only', () => {
    const trial = synthesised({ ...stages.staging, hasNoFirewall: true });
    expect(trial.firewall).toBeUndefined();
    expect(JSON.stringify(trial.of('AWS::CloudFront::Distribution'))).not.toContain('WebACLId');
    expect(() => smallDeployment({ hasNoFirewall: true })).toThrow(
      'The stage production keeps its data, so it needs the firewall.',
    );
  });
});

describe('the firewall’s rate rules', () => {
  it.each(rateRules.map((rule) => ({ rule, name: rule.name })))(
    'for $name leave errors to the application, whose limit is a third',
    ({ rule }) => {
      const { Statement } = ruleOf(rule.name);
      expect(Statement['RateBasedStatement']).toMatchObject({
        AggregateKeyType: 'IP',
        EvaluationWindowSec: WINDOW_SECONDS,
        Limit: requestsAllowedBy(rule),
      });
      const own = rule.calls.map(([, limit]) => mostInWindow(limit));
      for (const [index, [call, { max }]] of rule.calls.entries()) {
        expect(own[index]).toBeGreaterThanOrEqual(max);
        expect(countedBy(pathOf(call))).toEqual([rule.name, 'all-calls']);
      }
      expect(requestsAllowedBy(rule)).toBeGreaterThanOrEqual(3 * own.reduce((sum, each) => sum + each));
    },
  );

  it('count every call whose body strangers send, but for the one that only makes a random salt', () => {
    const uncounted = strangersBodyPaths.filter((path) => countedBy(path).length < 2);
    expect(uncounted).toEqual([pathOf(genSalt)]);
  });

  it('count no pages, and count unusual spellings of a path among all calls', () => {
    expect(countedBy('/login')).toEqual([]);
    expect(countedBy('/api/auth/%6Cogin')).toEqual(['all-calls']);
  });

  it('for all calls allow what the others allow together, and a fraction of the gateway’s limit', () => {
    const sum = rateRules.reduce((total, rule) => total + requestsAllowedBy(rule), 0);
    expect(ALL_CALLS_ALLOWED).toBeGreaterThanOrEqual(sum);
    expect(5 * ALL_CALLS_ALLOWED).toBeLessThanOrEqual(throttle.rateLimit * WINDOW_SECONDS);
    expect(ruleOf('all-calls').Statement['RateBasedStatement'].Limit).toBe(ALL_CALLS_ALLOWED);
  });

  it('allow no address more than a third of the gateway’s password calls', () => {
    for (const call of hashingCalls) {
      const rule = onlyOne(rateRules.filter(({ calls }) => calls.some(([each]) => each === call)));
      expect(3 * requestsAllowedBy(rule)).toBeLessThanOrEqual(hashingThrottle.rateLimit * WINDOW_SECONDS);
    }
  });
});

describe('the firewall’s other rules', () => {
  const large = ['/api/admin/send-email', '/api/admin/imports', '/api/payments/webhook'];

  it('allow every call of the contract with its largest body', () => {
    for (const row of endpoints) {
      const request = { method: row.method, path: pathOf(row), bodyBytes: row.bodyLimitBytes ?? 16 * 1024 };
      expect({ row: row.name, stop: stopOf(request) }).toEqual({ row: row.name, stop: undefined });
    }
  });

  it.each([
    ...[
      '/api/auth/%6Cogin',
      '/api/auth/%256Cogin',
      '/%61pi/auth/login',
      '/api/auth/login%3Fx',
      '/api/auth/login%23',
    ],
    ...['/api//auth/login', '/api/auth/login/', '/api/auth/./login', '/about/../api/auth/login', '/api/'],
  ])('block the path %s, which gateway and application may read as a call', (path) =>
    expect(stopOf({ path })).toEqual(['path', 404]),
  );

  it('block methods and sizes that no call has, as the API does', () => {
    expect(stopOf({ method: 'DELETE', path: '/api/userinfo' })).toEqual(['method', 405]);
    expect(stopOf({ method: 'PATCH', path: '/api/userinfo' })).toEqual(['method', 405]);
    expect(stopOf({ path: '/api/auth/login', bodyBytes: 16 * 1024 + 1 })).toEqual(['body-size', 413]);
    expect(stopOf({ path: '/api/nothing', bodyBytes: 1e6 })).toEqual(['body-size', 413]);
  });

  it('look for attacks in bodies without a session, not in those of members and administrators', () => {
    const labels = ['awswaf:managed:aws:core-rule-set:CrossSiteScripting_Body'];
    expect(stopOf({ path: '/api/auth/register', labels })).toEqual(['body-attack', 403]);
    expect(stopOf({ path: '/api/membership/proof', labels })).toEqual(['body-attack', 403]);
    for (const path of [...large, '/api/userinfo', '/api/admin/send-test-campaign', '/api/mail/unsubscribe'])
      expect(stopOf({ path, labels })).toBeUndefined();
  });

  it('include Amazon’s three groups, of which a few rules only count', () => {
    const groups = rules.flatMap(({ Statement }) => Statement['ManagedRuleGroupStatement'] ?? []);
    expect(groups.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    const counting = groups.flatMap(({ RuleActionOverrides }) =>
      RuleActionOverrides.filter(({ ActionToUse }: Statement) => ActionToUse.Count).map(
        ({ Name }: Statement) => Name,
      ),
    );
    expect(counting).toEqual([
      'NoUserAgent_HEADER',
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
    ]);
  });
});

describe('the firewall’s replies', () => {
  const bodies = acl.Properties['CustomResponseBodies'] as Record<
    string,
    { Content: string; ContentType: string }
  >;

  it('have the shape of the API’s errors, which the pages can show', () => {
    expect(Object.keys(bodies)).toEqual(Object.keys(answers));
    for (const { Content, ContentType } of Object.values(bodies)) {
      expect(ContentType).toBe('APPLICATION_JSON');
      expect(ErrorBody.parse(JSON.parse(Content)).message).toMatch(/\.$/);
    }
    const { retryAfterSeconds } = ErrorBody.parse(JSON.parse(bodies['tooMany']?.Content ?? ''));
    expect(waitMessage(retryAfterSeconds)).toBe('Too many attempts. Try again in 5 minutes.');
  });

  it('are sent by every blocking rule', () => {
    const blocking = JSON.stringify(rules).match(/"Block":\{[^}]*/g) ?? [];
    expect(blocking.length).toBeGreaterThan(20);
    for (const block of blocking) expect(block).toContain('CustomResponseBodyKey');
  });
});
