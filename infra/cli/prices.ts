/** A list price of AWS in US dollars, on demand. */
export interface Price {
  usd: number;
  per: number;
  /** Stands before the number of units. */
  unit: string;
  /** Units that are free every month for ever. */
  free?: number;
  /** Where the price is valid: a region, or `all`. */
  region: 'all' | 'us-east-1' | 'Hong Kong and Singapore';
  /** AWS's own page of this price, which is right where it differs. */
  page: string;
  /** Where the number was read: AWS's pages fill in most of theirs by script. */
  source: string;
}

/** The day on which the sources were read. */
export const pricesReadOn = '2026-11-23';

/**
 * The sources had no prices of ap-southeast-1 for what says `us-east-1`: Singapore asks somewhat more ("10 to 25 %",
 * https://cloudburn.io/blog/amazon-cloudwatch-pricing), which `REGION_FACTOR` allows for.
 */
export const prices = {
  emails: {
    usd: 0.1,
    per: 1000,
    unit: 'Emails',
    region: 'all',
    page: 'https://aws.amazon.com/ses/pricing/',
    source: 'https://www.acecloudinterviews.com/tutorials/aws/ses/',
  },
  tableWrites: {
    usd: 0.625,
    per: 1_000_000,
    unit: 'Write units of the table',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
  },
  tableReads: {
    usd: 0.125,
    per: 1_000_000,
    unit: 'Read units of the table',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
  },
  gatewayCalls: {
    usd: 1,
    per: 1_000_000,
    unit: 'Calls of the API',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/api-gateway/pricing/',
    source:
      'https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html',
  },
  functionRuns: {
    usd: 0.2,
    per: 1_000_000,
    unit: 'Runs of functions',
    free: 1_000_000,
    region: 'all',
    page: 'https://aws.amazon.com/lambda/pricing/',
    source: 'https://docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/lambda.html',
  },
  functionTime: {
    usd: 0.00001667,
    per: 1,
    unit: 'GB-seconds of functions',
    free: 400_000,
    region: 'all',
    page: 'https://aws.amazon.com/lambda/pricing/',
    source: 'https://docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/lambda.html',
  },
  logs: {
    usd: 0.5,
    per: 1,
    unit: 'GB written to logs',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    source: 'https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/',
  },
  traffic: {
    usd: 0.12,
    per: 1,
    unit: 'GB sent to readers',
    free: 1000,
    region: 'Hong Kong and Singapore',
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    source: 'https://aws.amazon.com/cloudfront/pricing',
  },
  queueRequests: {
    usd: 0.4,
    per: 1_000_000,
    unit: 'Requests to queues',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/sqs/pricing/',
    source: 'https://adhdecode-articles-4.pages.dev/articles/sqs/sqs-cost-per-million-messages-pricing',
  },
  firewallRequests: {
    usd: 0.6,
    per: 1_000_000,
    unit: 'Requests to the firewall',
    region: 'all',
    page: 'https://aws.amazon.com/waf/pricing/',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  },
  webAcls: {
    usd: 5,
    per: 1,
    unit: 'Firewalls',
    region: 'all',
    page: 'https://aws.amazon.com/waf/pricing/',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  },
  firewallRules: {
    usd: 1,
    per: 1,
    unit: 'Firewall rules',
    region: 'all',
    page: 'https://aws.amazon.com/waf/pricing/',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  },
  metrics: {
    usd: 0.3,
    per: 1,
    unit: 'Metrics',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    source: 'https://signoz.io/guides/cloudwatch-pricing',
  },
  keys: {
    usd: 1,
    per: 1,
    unit: 'KMS keys',
    region: 'all',
    page: 'https://aws.amazon.com/kms/pricing/',
    source: 'https://www.wring.co/blog/aws-kms-pricing-guide',
  },
  secrets: {
    usd: 0.4,
    per: 1,
    unit: 'Secrets',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/secrets-manager/pricing/',
    source: 'https://techoral.com/aws/aws-parameter-store-vs-secrets.html',
  },
  alarms: {
    usd: 0.1,
    per: 1,
    unit: 'Alarms',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    source: 'https://github.com/vreutova/infracost-idem-support/pull/2',
  },
  tableStorage: {
    usd: 0.25,
    per: 1,
    unit: 'GB in the table',
    free: 25,
    region: 'us-east-1',
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    source: 'https://aws.amazon.com/dynamodb/pricing/',
  },
  tableBackups: {
    usd: 0.2,
    per: 1,
    unit: 'GB of the table that can be restored to any second',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
    source: 'https://github.com/Timothy-Pulliam/terraform-s3-backend',
  },
  fileStorage: {
    usd: 0.023,
    per: 1,
    unit: 'GB of files',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/s3/pricing/',
    source: 'https://github.com/Timothy-Pulliam/terraform-s3-backend',
  },
  logStorage: {
    usd: 0.03,
    per: 1,
    unit: 'GB of logs',
    region: 'us-east-1',
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
    source: 'https://github.com/vreutova/infracost-idem-support/pull/2',
  },
  cdnRequests: {
    usd: 0.012,
    per: 10_000,
    unit: 'Requests to the CDN',
    free: 10_000_000,
    region: 'Hong Kong and Singapore',
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    source: 'https://aws.amazon.com/cloudfront/pricing',
  },
  edgeRuns: {
    usd: 0.1,
    per: 1_000_000,
    unit: 'Runs of the CDN’s functions',
    free: 2_000_000,
    region: 'all',
    page: 'https://aws.amazon.com/cloudfront/pricing/',
    source: 'https://awsnegotiations.com/cloudfront-functions-pricing.html',
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;
export const isPriceName = (name: string): name is PriceName => name in prices;

/** What Singapore may ask above us-east-1, at most. */
export const REGION_FACTOR = 1.25;

/** Too little to count, or for one stage free. */
export const notPriced = [
  'runs of EventBridge Scheduler, of which 14,000,000 a month are free',
  'the dashboard, of which an account has three free',
  'requests to files, secrets and keys',
] as const;
