import { CfnResource, CustomResourceProviderBase, RemovalPolicy, Tags } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionName } from '../../functions/platform/time-limits.ts';
import { sendAlarms } from '../constructs/alarms.ts';
import { checkDomain } from '../constructs/domain.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { addSavedQueries } from '../constructs/saved-queries.ts';
import type { SiteBuild } from '../edge/site-build.ts';
import { cloudFrontRegion, type StackPart, type Stage, stackName } from '../stages.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { FirewallStack } from './firewall-stack.ts';
import { JobsStack } from './jobs-stack.ts';
import { WebsiteStack } from './website-stack.ts';

/** The results of the builds of site and functions. */
export interface BuildOutput {
  site: SiteBuild;
  /** The built folder of each Lambda function. */
  functionFolder: (name: FunctionName) => string;
}

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
