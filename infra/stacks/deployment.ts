import { Tags } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { SiteBuild } from '../edge/site-build.ts';
import { cloudFrontRegion, type StackPart, type Stage, stackName } from '../stages.ts';
import { AccessLogStack } from './access-log-stack.ts';
import { DataStack } from './data-stack.ts';
import { FirewallStack } from './firewall-stack.ts';
import { JobsStack } from './jobs-stack.ts';
import { WebsiteStack } from './website-stack.ts';

/** What the builds left behind. */
export interface BuildOutput {
  site: SiteBuild;
  /** The API's Lambda folder. */
  apiCode: string;
  /** The mail workers', and the one's that hears what became of mails. */
  mailWorkerCode: string;
  campaignWorkerCode: string;
  mailEventsCode: string;
  /** The reminders'. */
  remindersCode: string;
  /** Of what takes members who are gone out of the ledgers. */
  erasuresCode: string;
  /** The reconcile job's. */
  reconcilerCode: string;
  /** That of what makes receipts. */
  receiptsCode: string;
  /** Of what reports a changed row of the audit log. */
  auditWatchCode: string;
}

/** One whole deployment: `cdk deploy 'production/*'`. Not a CDK `Stage`: a plain `cdk synth` would pass over its findings. */
export class Deployment extends Construct {
  readonly records: DataStack;
  readonly firewall: FirewallStack | undefined;
  readonly website: WebsiteStack;
  readonly accessLog: AccessLogStack;
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
    // The CDK hands a value on to another region through a parameter of Systems Manager there.
    const acrossRegions = { crossRegionReferences: true };
    this.records = new DataStack(this, 'records', common('records'));
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
      records: this.records,
      webAclArn: this.firewall?.webAclArn,
    });
    this.accessLog = new AccessLogStack(this, 'access-log', {
      ...common('access-log', cloudFrontRegion),
      ...acrossRegions,
      distributionId: this.website.distributionId,
      bucketName: this.website.accessLogs.bucketName,
    });
    this.jobs = new JobsStack(this, 'jobs', {
      ...common('jobs'),
      ...built,
      records: this.records,
      siteUrl: this.website.address,
    });
    Tags.of(this).add('product', 'asiagraphics');
    Tags.of(this).add('stage', stage.name);
  }
}
