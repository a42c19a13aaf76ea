import { CfnResource, CustomResourceProviderBase, RemovalPolicy, Tags } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { sendAlarms } from '../constructs/alarms.ts';
import { checkDomain } from '../constructs/cdn.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { cloudFrontRegion, type StackPart, type Stage, stackName } from '../stages.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { FirewallStack } from './firewall-stack.ts';
import { JobsStack } from './jobs-stack.ts';
import { type WebsiteProps, WebsiteStack } from './website-stack.ts';

/** The results of the builds of site and functions. */
export type BuildOutput = Pick<WebsiteProps, 'site' | 'functionFolder'>;

/**
 * One whole deployment: `cdk deploy 'production/*'`. Not a CDK `Stage`, because a plain `cdk synth` would not report
 * cdk-nag's findings in it.
 */
export class Deployment extends Construct {
  readonly data: DataStack;
  readonly firewall: FirewallStack | undefined;
  readonly website: WebsiteStack;
  readonly edge: EdgeStack;
  readonly jobs: JobsStack;

  constructor(scope: Construct, stage: Stage, built: BuildOutput) {
    super(scope, stage.name);
    if (stage.hasNoFirewall && stage.keepsData)
      throw new Error(`The stage ${stage.name} keeps its data, so it needs the firewall.`);
    const common = (part: StackPart, region = stage.region) => ({
      stage,
      env: { region },
      stackName: stackName(stage, part),
    });
    checkDomain(stage);
    // The CDK passes a value to another region through a Systems Manager parameter there.
    const acrossRegions = { crossRegionReferences: true };
    this.data = new DataStack(this, 'data', common('data'));
    this.firewall = stage.hasNoFirewall
      ? undefined
      : new FirewallStack(this, 'firewall', {
          ...common('firewall', cloudFrontRegion),
          ...acrossRegions,
        });
    this.website = new WebsiteStack(this, 'website', {
      ...common('website'),
      ...acrossRegions,
      ...built,
      data: this.data,
      webAclArn: this.firewall?.webAclArn,
    });
    this.edge = new EdgeStack(this, 'edge', {
      ...common('edge', cloudFrontRegion),
      ...acrossRegions,
      distributionId: this.website.distributionId,
      logBucketName: this.website.accessLogs.bucketName,
    });
    sendAlarms(this, [this.website.alarmTopic, this.edge.topic]);
    this.jobs = new JobsStack(this, 'jobs', {
      ...common('jobs'),
      ...built,
      data: this.data,
      siteUrl: this.website.address,
    });
    const functions = this.node.findAll().filter((construct) => construct instanceof ProductFunction);
    addSavedQueries(
      this.jobs,
      stage,
      functions.map(({ log }) => log),
    );
    limitHelperLogs(this);
    Tags.of(this).add('product', 'asiagraphics');
    Tags.of(this).add('stage', stage.name);
  }
}

/** In Logs Insights, for one case: what is in capitals is replaced before the query runs. */
const savedQueries: Readonly<Record<string, readonly string[]>> = {
  'Errors with their requests': [
    'filter level = "error"',
    'fields timestamp, event, requestId, path, job, cause',
    'sort timestamp desc',
  ],
  'A request, by its reference': [
    'filter requestId = "REFERENCE"',
    'fields timestamp, event, level, method, path, status, error, outcome, milliseconds, cause',
    'sort timestamp',
  ],
  'A name or address, by its hash': [
    'filter account = "HASH" or address = "HASH" or network = "HASH"',
    'fields timestamp, event, outcome, action, path, status, uid, session, account, address, network',
    'sort timestamp',
  ],
};

/** The runbook's queries over the logs of all functions, in which each line is an event. */
function addSavedQueries(scope: Construct, stage: Stage, logs: readonly ILogGroup[]): void {
  for (const [name, query] of Object.entries(savedQueries))
    new CfnQueryDefinition(scope, name.replaceAll(/\W/g, ''), {
      name: `asiagraphics-${stage.name}/${name}`,
      queryString: query.join('\n| '),
      logGroupNames: logs.map(({ logGroupName }) => logGroupName),
    });
}

/**
 * Gives the CDK's own helper functions below this construct a log that ends: Lambda would make one that is kept for ever.
 * A validation, because the helpers that pass values to other regions are added after all aspects have run.
 */
const limitHelperLogs = (scope: Construct): void =>
  scope.node.addValidation({
    validate: () => {
      for (const helper of scope.node
        .findAll()
        .filter((each) => each instanceof CustomResourceProviderBase)) {
        const handler = helper.node.findChild('Handler');
        if (!(handler instanceof CfnResource) || helper.node.tryFindChild('Log')) continue;
        const { logGroupName } = new LogGroup(helper, 'Log', {
          retention: RetentionDays.THREE_MONTHS,
          removalPolicy: RemovalPolicy.DESTROY,
        });
        handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroupName });
      }
      return [];
    },
  });
