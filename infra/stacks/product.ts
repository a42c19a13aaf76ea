import { Tags } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { SiteBuild } from '../edge/site-build.ts';
import { type Stage, stackName } from '../stages.ts';
import { JobsStack } from './jobs.ts';
import { RecordsStack } from './records.ts';
import { WebsiteStack } from './website.ts';

/** What the builds left behind. */
export interface Built {
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
export class Product extends Construct {
  readonly records: RecordsStack;
  readonly website: WebsiteStack;
  readonly jobs: JobsStack;

  constructor(scope: Construct, stage: Stage, built: Built) {
    super(scope, stage.name);
    const common = (part: Parameters<typeof stackName>[1]) => ({
      stage,
      env: { region: stage.region },
      stackName: stackName(stage, part),
    });
    this.records = new RecordsStack(this, 'records', common('records'));
    this.website = new WebsiteStack(this, 'website', {
      ...common('website'),
      ...built,
      records: this.records,
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
