import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { genSalt } from '../../../functions/contract/auth.ts';
import { endpoints } from '../../../functions/contract/endpoints.ts';
import { ErrorBody } from '../../../functions/contract/error-body.ts';
import {
  answers,
  mostInWindow,
  pathOf,
  rateRules,
  requestsAllowedBy,
  strangersBodyPaths,
  WINDOW_SECONDS,
} from '../../../infra/constructs/firewall-rules.ts';
import { stages } from '../../../infra/stages.ts';
import { onlyOne, smallDeployment, synthesised, type TemplatePart } from '../synthesised.ts';

const { deployment, find } = synthesised();
const acl = onlyOne(find('AWS::WAFv2::WebACL')).Properties;
const rules: TemplatePart[] = acl.Rules;
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
const transformed = (text: string, { TextTransformations }: TemplatePart): string =>
  TextTransformations.reduce(
    (done: string, { Type }: TemplatePart) => transformations[Type]?.(done) ?? '',
    text,
  );

/** Matches as AWS WAF documents it for the statements used in the rules. */
function matches(statement: TemplatePart, request: Request): boolean {
  const [kind, given] = onlyOne(Object.entries<TemplatePart>(statement));
  const { method = 'POST', path, bodyBytes = 0, labels = [] } = request;
  switch (kind) {
    case 'AndStatement':
      return given.Statements.every((each: TemplatePart) => matches(each, request));
    case 'OrStatement':
      return given.Statements.some((each: TemplatePart) => matches(each, request));
    case 'NotStatement':
      return !matches(given.Statement, request);
    case 'RateBasedStatement':
      return matches(given.ScopeDownStatement, request);
    case 'LabelMatchStatement':
      return labels.includes(given.Key);
    case 'SizeConstraintStatement':
      return bodyBytes > given.Size;
    case 'RegexMatchStatement':
      return new RegExp(given.RegexString).test(transformed(path, given));
    case 'ByteMatchStatement': {
      const { FieldToMatch, SearchString, PositionalConstraint } = given;
      const text = transformed(FieldToMatch.Method ? method : path, given);
      return PositionalConstraint === 'EXACTLY' ? text === SearchString : text.startsWith(SearchString);
    }
    default:
      throw new Error(`No such statement: ${kind}`);
  }
}

/** The first rule that blocks a request at any rate, and its reply. */
function stopOf(request: Request) {
  const rule = rules.find(
    ({ Statement, Action }) => Action && !Statement.RateBasedStatement && matches(Statement, request),
  );
  return rule && [rule.Name, rule.Action?.Block.CustomResponse.ResponseCode];
}
const countedBy = (path: string) =>
  rules
    .filter(({ Statement }) => Statement.RateBasedStatement && matches(Statement, { path }))
    .map(({ Name }) => Name);

describe('the firewall', () => {
  it('is in front of the CDN, and is created before it', () => {
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(onlyOne(find('AWS::CloudFront::Distribution')).Properties).toMatchObject({
      DistributionConfig: { WebACLId: expect.anything() },
    });
    expect(deployment.website.dependencies).toContain(deployment.firewall);
  });

  it('can be left out of trial stages only', () => {
    const trial = synthesised({ ...stages.staging, hasNoFirewall: true });
    expect(trial.find('AWS::WAFv2::WebACL')).toEqual([]);
    expect(JSON.stringify(trial.find('AWS::CloudFront::Distribution'))).not.toContain('WebACLId');
    expect(() => smallDeployment({ hasNoFirewall: true })).toThrow(
      'The stage production keeps its data, so it needs the firewall.',
    );
  });
});

describe('the firewall’s rate rules', () => {
  it.each(rateRules)('for $name leave errors to the application, whose limit is a third', (rule) => {
    expect(ruleOf(rule.name).Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: 'IP',
      EvaluationWindowSec: WINDOW_SECONDS,
      Limit: requestsAllowedBy(rule),
    });
    const own = rule.calls.reduce((sum, [, limit]) => sum + Math.max(limit.max, mostInWindow(limit)), 0);
    expect(requestsAllowedBy(rule)).toBeGreaterThanOrEqual(3 * own);
    for (const [call] of rule.calls) expect(countedBy(pathOf(call))).toEqual([rule.name, 'all-calls']);
  });

  it('count every call whose body strangers send, but for the one that only makes a random salt, and no pages', () => {
    const uncounted = strangersBodyPaths.filter((path) => countedBy(path).length < 2);
    expect(uncounted).toEqual([pathOf(genSalt)]);
    expect(countedBy('/login')).toEqual([]);
  });
});

describe('the firewall’s other rules', () => {
  it('allow every call of the contract with its largest body', () => {
    for (const row of endpoints) {
      const request = { method: row.method, path: pathOf(row), bodyBytes: row.bodyLimitBytes ?? 16 * 1024 };
      expect({ route: row.route, stop: stopOf(request) }).toEqual({ route: row.route, stop: undefined });
    }
  });

  it.each(['/api/auth/%6Cogin', '/api//auth/login', '/about/../api/auth/login'])(
    'block the path %s, which gateway and application may read as a call',
    (path) => expect(stopOf({ path })).toEqual(['path', 404]),
  );

  it('all answer in the shape of the API’s errors, which the pages can show', () => {
    const { CustomResponseBodies } = acl;
    expect(Object.keys(CustomResponseBodies)).toEqual(Object.keys(answers));
    for (const { Content, ContentType } of Object.values<TemplatePart>(CustomResponseBodies)) {
      expect(ContentType).toBe('APPLICATION_JSON');
      expect(ErrorBody.parse(JSON.parse(Content)).message).toMatch(/\.$/);
    }
    const blocking = JSON.stringify(rules).match(/"Block":\{[^}]*/g) ?? [];
    expect(blocking.length).toBeGreaterThan(20);
    for (const block of blocking) expect(block).toContain('CustomResponseBodyKey');
  });
});
