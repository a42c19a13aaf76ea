/** A list price of AWS in US dollars, on demand. */
export interface Price {
  usd: number;
  per: number;
  /** Of which unit, with what is free every month for ever. */
  unit: string;
  free?: number;
  /** Where the price is valid: a region, or `all`. */
  region: 'all' | 'us-east-1' | 'Hong Kong and Singapore';
  source: string;
}

/** The day on which the sources were read. */
export const pricesReadOn = '2026-11-23';

/**
 * The sources had no prices of ap-southeast-1 for what says `us-east-1`: Singapore asks somewhat more ("10 to 25 %",
 * https://cloudburn.io/blog/amazon-cloudwatch-pricing), which `REGION_FACTOR` allows for. No source was found for what
 * `notPriced` lists.
 */
export const prices = {
  emails: {
    usd: 0.1,
    per: 1000,
    unit: 'emails',
    region: 'all',
    source: 'https://www.acecloudinterviews.com/tutorials/aws/ses/',
  },
  tableWrites: {
    usd: 0.625,
    per: 1_000_000,
    unit: 'write units',
    region: 'us-east-1',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
  },
  tableReads: {
    usd: 0.125,
    per: 1_000_000,
    unit: 'read units',
    region: 'us-east-1',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
  },
  gatewayCalls: {
    usd: 1,
    per: 1_000_000,
    unit: 'calls',
    region: 'us-east-1',
    source:
      'https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html',
  },
  functionRuns: {
    usd: 0.2,
    per: 1_000_000,
    unit: 'runs',
    free: 1_000_000,
    region: 'all',
    source: 'https://docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/lambda.html',
  },
  functionTime: {
    usd: 0.00001667,
    per: 1,
    unit: 'GB-seconds',
    free: 400_000,
    region: 'all',
    source: 'https://docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/lambda.html',
  },
  logs: {
    usd: 0.5,
    per: 1,
    unit: 'GB',
    region: 'us-east-1',
    source: 'https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/',
  },
  traffic: {
    usd: 0.12,
    per: 1,
    unit: 'GB',
    free: 1000,
    region: 'Hong Kong and Singapore',
    source: 'https://aws.amazon.com/cloudfront/pricing',
  },
  queueRequests: {
    usd: 0.4,
    per: 1_000_000,
    unit: 'requests',
    region: 'us-east-1',
    source: 'https://adhdecode-articles-4.pages.dev/articles/sqs/sqs-cost-per-million-messages-pricing',
  },
  firewallRequests: {
    usd: 0.6,
    per: 1_000_000,
    unit: 'requests',
    region: 'all',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  },
  webAcls: {
    usd: 5,
    per: 1,
    unit: 'firewalls',
    region: 'all',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  },
  firewallRules: {
    usd: 1,
    per: 1,
    unit: 'firewall rules',
    region: 'all',
    source: 'https://c3x.dev/blog/aws-waf-cost-explained/',
  },
  metrics: {
    usd: 0.3,
    per: 1,
    unit: 'metrics',
    region: 'us-east-1',
    source: 'https://signoz.io/guides/cloudwatch-pricing',
  },
  keys: {
    usd: 1,
    per: 1,
    unit: 'KMS keys',
    region: 'all',
    source: 'https://www.wring.co/blog/aws-kms-pricing-guide',
  },
  secrets: {
    usd: 0.4,
    per: 1,
    unit: 'secrets',
    region: 'us-east-1',
    source: 'https://techoral.com/aws/aws-parameter-store-vs-secrets.html',
  },
  alarms: {
    usd: 0.1,
    per: 1,
    unit: 'alarms',
    region: 'us-east-1',
    source: 'https://github.com/vreutova/infracost-idem-support/pull/2',
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;
export const isPriceName = (name: string): name is PriceName => name in prices;

/** What Singapore may ask above us-east-1, at most. */
export const REGION_FACTOR = 1.25;

/** Without a source on that day, so not in the sum. */
export const notPriced = [
  'storage of table, files and logs, and backups of the table',
  'requests to the CDN above 10,000,000 a month',
  'runs of EventBridge Scheduler and of the CDN’s functions',
] as const;
