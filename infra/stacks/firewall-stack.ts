import { ArnFormat, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { BODY_LIMIT_BYTES } from '#contract/endpoint';
import {
  ALL_CALLS_ALLOWED,
  type Answer,
  API_PATH_PATTERN,
  answers,
  bodyAttackLabels,
  knownMethods,
  largeBodyPaths,
  managedGroups,
  pathOf,
  rateRules,
  requestsAllowedBy,
  strangersBodyPaths,
  WINDOW_SECONDS,
} from '../constructs/firewall-rules.ts';
import { removalPolicyOf } from '../constructs/removal.ts';
import type { Stage } from '../stages.ts';

type Statement = CfnWebACL.StatementProperty;
type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/** Headers that hold credentials or somebody else's query. */
const SECRET_HEADERS = ['authorization', 'cookie', 'referer'];

/** The web ACL of a stage's CDN, and the log of what it blocked. Its scope is CloudFront, so it must be in us-east-1. */
export class FirewallStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const rules = [
      ...rateRules.map((rule) =>
        rateRule(rule.name, requestsAllowedBy(rule), anyOf(rule.calls.map(([call]) => isPath(pathOf(call))))),
      ),
      rateRule('all-calls', ALL_CALLS_ALLOWED, isApi),
      blockRule('path', 'wrongPath', allOf([isApi, not(isSpelledAsCall)])),
      blockRule('method', 'wrongMethod', allOf([isApi, not(anyOf(knownMethods.map(isMethod)))])),
      blockRule('body-size', 'tooLarge', allOf([isApi, not(isPathOf(largeBodyPaths)), hasLargeBody])),
      ...managedGroups.map(managedRule),
      blockRule(
        'body-attack',
        'blocked',
        allOf([isPathOf(strangersBodyPaths), anyOf(bodyAttackLabels.map(hasLabel))]),
      ),
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      description: `Firewall of asiagraphics-${stage.name}`,
      defaultAction: { allow: {} },
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
      customResponseBodies: Object.fromEntries(
        Object.entries(answers).map(([name, { body }]) => [
          name,
          { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) },
        ]),
      ),
      // Hidden in the log, in the console's samples and in the details of a match.
      dataProtectionConfig: {
        dataProtections: [
          { fieldType: 'QUERY_STRING' },
          { fieldType: 'BODY' },
          { fieldType: 'SINGLE_HEADER', fieldKeys: SECRET_HEADERS },
        ].map((field) => ({
          field,
          action: 'SUBSTITUTION',
          excludeRuleMatchDetails: false,
          excludeRateBasedDetails: false,
        })),
      },
      visibilityConfig: visibleAs(`asiagraphics-${stage.name}`),
    });
    this.webAclArn = acl.attrArn;
    this.logBlocked(stage);
  }

  private logBlocked(stage: Stage): void {
    const { account, region } = this;
    const log = new LogGroup(this, 'Log', {
      // AWS WAF only writes to log groups with this prefix.
      logGroupName: `aws-waf-logs-asiagraphics-${stage.name}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: removalPolicyOf(stage),
    });
    const arn = this.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const { policyDependable } = log.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [`${arn}:log-stream:*`],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:aws:logs:${region}:${account}:*` },
        },
      }),
    );
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.webAclArn,
      logDestinationConfigs: [arn],
      redactedFields: [{ queryString: {} }, ...SECRET_HEADERS.map((Name) => ({ singleHeader: { Name } }))],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT'].map((Action) => ({ ActionCondition: { Action } })),
          },
        ],
      },
    });
    if (policyDependable) logging.node.addDependency(policyDependable);
  }
}

const visibleAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});

const blockWith = (answer: Answer): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: answers[answer].status,
      customResponseBodyKey: answer,
      responseHeaders: [
        { name: 'Cache-Control', value: 'no-store' },
        ...(answer === 'tooMany' ? [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }] : []),
      ],
    },
  },
});

const blockRule = (name: string, answer: Answer, statement: Statement): Rule => ({
  name,
  statement,
  action: blockWith(answer),
  visibilityConfig: visibleAs(name),
});

const rateRule = (name: string, limit: number, scopeDownStatement: Statement): Rule =>
  blockRule(name, 'tooMany', {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: WINDOW_SECONDS,
      limit,
      scopeDownStatement,
    },
  });

const managedRule = ({ name, blocking, counting }: (typeof managedGroups)[number]): Rule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: [
        ...blocking.map((rule) => ({ name: rule, actionToUse: blockWith('blocked') })),
        ...counting.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      ],
    },
  },
  visibilityConfig: visibleAs(name),
});

const match = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  positionalConstraint: 'EXACTLY' | 'STARTS_WITH',
  searchString: string,
  transformations: readonly string[] = ['NONE'],
): Statement => ({
  byteMatchStatement: {
    fieldToMatch,
    positionalConstraint,
    searchString,
    textTransformations: transformations.map((type, priority) => ({ priority, type })),
  },
});

const isPath = (path: string): Statement => match({ uriPath: {} }, 'EXACTLY', path);
// CloudFront decodes and normalises a path (RFC 3986, section 6.2.2) to choose the API, and passes it on unchanged.
const isApi = match({ uriPath: {} }, 'STARTS_WITH', '/api/', ['URL_DECODE', 'NORMALIZE_PATH']);
const isSpelledAsCall: Statement = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: API_PATH_PATTERN,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};
const isMethod = (method: string): Statement => match({ method: {} }, 'EXACTLY', method);
const hasLabel = (key: string): Statement => ({ labelMatchStatement: { scope: 'LABEL', key } });

/** AWS WAF reads the first 16 KB of a body; longer bodies match as well. */
const hasLargeBody: Statement = {
  sizeConstraintStatement: {
    fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
    comparisonOperator: 'GT',
    size: BODY_LIMIT_BYTES,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const not = (statement: Statement): Statement => ({ notStatement: { statement } });
const allOf = (statements: Statement[]): Statement => ({ andStatement: { statements } });
/** "Or" takes at least two statements. */
const anyOf = (statements: Statement[]): Statement => {
  const [only, ...others] = statements;
  return only && others.length === 0 ? only : { orStatement: { statements } };
};
const isPathOf = (paths: readonly string[]): Statement => anyOf(paths.map(isPath));
