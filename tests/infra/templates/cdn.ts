import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { siteHeaders } from '../../../infra/edge/headers.ts';
import {
  actions,
  allStatements,
  laterChanges,
  launchChanges,
  onlyOne,
  statements,
  synthesised,
} from '../synthesised.ts';

const { website, of } = synthesised();

interface Upload {
  Prune: boolean;
  Exclude?: string[];
  Include?: string[];
}

/** As `aws s3 sync` decides, for uploading and for deleting: the last pattern that fits counts. */
function isIncluded(key: string, { Exclude = [], Include = [] }: Upload): boolean {
  const fits = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`).test(key);
  return Include.some(fits) || !Exclude.some(fits);
}

describe('the site’s files', () => {
  const buckets = of('AWS::S3::Bucket');

  it('are in closed and encrypted buckets', () => {
    expect(buckets).toHaveLength(3);
    for (const { Properties } of buckets) {
      expect(Properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: { ServerSideEncryptionConfiguration: expect.any(Array) },
      });
    }
  });

  it('can only be read by this CDN, over TLS', () => {
    const rules = JSON.stringify(allStatements(of('AWS::S3::BucketPolicy')));
    const allowed = statements(of('AWS::S3::BucketPolicy'));
    expect(rules).toContain('"aws:SecureTransport":"false"');
    const reading = allowed.filter((statement) =>
      JSON.stringify(statement).includes('cloudfront.amazonaws.com'),
    );
    // The images in emails are never listed.
    expect(reading.map(actions)).toEqual([['s3:GetObject', 's3:ListBucket'], ['s3:GetObject']]);
    expect(allowed.length - reading.length).toBe(1);
    expect(JSON.stringify(reading)).toContain('AWS:SourceArn');
  });

  describe('are uploaded by the deployment', () => {
    const uploads = Object.entries(
      website.findResources('Custom::CDKBucketDeployment') as Record<
        string,
        { Properties: Upload; DependsOn?: string[] }
      >,
    );
    const uploadOf = (key: string) => uploads.filter(([, { Properties }]) => isIncluded(key, Properties));

    it.each(['index.html', '_astro/portrait.C3x_9.webp', 'forms/nomination.pdf', 'data/people.json'])(
      '%s, which is deleted and leaves the CDN’s cache with the build that no longer has it',
      (key) =>
        expect(uploadOf(key).map(([, { Properties }]) => Properties)).toEqual([
          expect.objectContaining({ Prune: true, DistributionPaths: ['/*'] }),
        ]),
    );

    it.each(['_astro/user.Bx3f_9Qa.js', '_astro/page.D1s.css'])(
      '%s, which stays for open pages and comes before the new pages',
      (key) => {
        const [id, { Properties }] = onlyOne(uploadOf(key));
        expect(Properties.Prune).toBe(false);
        const [[, pages] = []] = uploadOf('index.html');
        expect(pages?.DependsOn).toContain(id);
      },
    );
  });

  it('have an access log with a retention of 90 days', () => {
    website.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: { Rules: [Match.objectLike({ ExpirationInDays: 90, Status: 'Enabled' })] },
    });
    const writing = statements(of('AWS::S3::BucketPolicy')).filter((statement) =>
      actions(statement).includes('s3:PutObject'),
    );
    expect(JSON.stringify(writing)).toContain('delivery.logs.amazonaws.com');
    expect(JSON.stringify(writing)).toContain(':delivery-source:asiagraphics-production-cdn');
  });
});

describe('the CDN', () => {
  const config = () =>
    onlyOne(of('AWS::CloudFront::Distribution')).Properties['DistributionConfig'] as Record<string, unknown>;
  const api = () => (config()['CacheBehaviors'] as object[])[0];

  it('redirects pages to HTTPS and rejects calls over HTTP', () => {
    expect(config()['DefaultCacheBehavior']).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https' });
    expect(api()).toMatchObject({ PathPattern: '/api/*', ViewerProtocolPolicy: 'https-only' });
  });

  it('caches nothing of the API, and passes on all headers but the host', () => {
    expect(api()).toMatchObject({
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
  });

  it('does not cache errors, and replaces no reply of the API', () => {
    expect(config()['CustomErrorResponses']).toEqual(
      [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('runs its functions at the right events', () => {
    const events = (behavior: unknown) =>
      (behavior as { FunctionAssociations: { EventType: string }[] }).FunctionAssociations.map(
        ({ EventType }) => EventType,
      );
    expect(events(config()['DefaultCacheBehavior'])).toEqual(['viewer-request', 'viewer-response']);
    expect(events(api())).toEqual(['viewer-request']);
    for (const { Properties } of of('AWS::CloudFront::Function')) {
      expect(Properties).toMatchObject({
        AutoPublish: true,
        FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
      });
    }
  });

  it('sends the API’s secret, over TLS', () => {
    const [, origin] = config()['Origins'] as object[];
    expect(origin).toMatchObject({
      OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: expect.anything() }],
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
  });

  describe('with host names', () => {
    const { domain } = launchChanges;
    const named = synthesised(launchChanges);
    const later = synthesised(laterChanges);

    it('has them with their certificate, and TLS 1.2 at least', () => {
      const { Properties } = onlyOne(named.of('AWS::CloudFront::Distribution'));
      expect(Properties['DistributionConfig']).toMatchObject({
        Aliases: ['www.example.org', 'example.org'],
        ViewerCertificate: {
          AcmCertificateArn: domain.certificateArn,
          MinimumProtocolVersion: 'TLSv1.2_2021',
        },
      });
      named.website.hasOutput('SiteUrl', { Value: 'https://www.example.org' });
    });

    it('has an A and an AAAA record for each in the hosted zone', () => {
      const records = named.of('AWS::Route53::RecordSet').map(({ Properties }) => Properties);
      expect(records.map(({ Name, Type }) => `${Name} ${Type}`).sort()).toEqual([
        'example.org. A',
        'example.org. AAAA',
        'www.example.org. A',
        'www.example.org. AAAA',
      ]);
    });

    it('binds the hosts below them to HTTPS only if the stage says so', () => {
      const binds = (made: typeof named) =>
        new Set(
          made
            .of('AWS::CloudFront::ResponseHeadersPolicy')
            .map(({ Properties }) => /"IncludeSubdomains":(\w+)/.exec(JSON.stringify(Properties))?.[1]),
        );
      expect(binds(named)).toEqual(new Set(['false']));
      expect(binds(later)).toEqual(new Set(['true']));
    });

    it.each([
      [
        { certificateArn: 'arn:aws:acm:ap-southeast-1:111122223333:certificate/0a1b' },
        'infra/owner.ts: the certificate of "production" is in ap-southeast-1, but CloudFront takes certificates of us-east-1 only. Request one there.',
      ],
      [
        { certificateArn: 'CERTIFICATE' },
        'infra/owner.ts: the certificate of "production" is no ARN of a certificate: CERTIFICATE.',
      ],
      [
        { hostedZone: { id: 'Z0123456789', name: 'www.example.org' } },
        'infra/owner.ts: the hosted zone of "production", www.example.org, can\'t have records of example.org.',
      ],
      [
        { name: 'WWW.example.org' },
        'infra/owner.ts: "WWW.example.org" of "production" is no host name in small letters.',
      ],
    ])('stops the synthesis with one sentence at %j', (change, sentence) =>
      expect(() => synthesised({ domain: { ...domain, ...change } })).toThrow(new Error(sentence)),
    );
  });

  it('sends the same page headers as the local server', () => {
    const policies = of('AWS::CloudFront::ResponseHeadersPolicy').map(
      ({ Properties }) =>
        Properties['ResponseHeadersPolicyConfig'] as Record<string, Record<string, unknown>>,
    );
    const page = policies.find((policy) => JSON.stringify(policy).includes("form-action 'self'"));
    expect(page?.['SecurityHeadersConfig']).toEqual({
      ContentSecurityPolicy: {
        ContentSecurityPolicy: siteHeaders['content-security-policy'],
        Override: true,
      },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: siteHeaders['x-frame-options'], Override: true },
      ReferrerPolicy: { ReferrerPolicy: siteHeaders['referrer-policy'], Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63072000, IncludeSubdomains: false, Override: true },
    });
    const others = ['cross-origin-resource-policy', 'cross-origin-opener-policy', 'permissions-policy'];
    expect(page?.['CustomHeadersConfig']?.['Items']).toEqual(
      others.map((Header) => ({ Header, Value: siteHeaders[Header], Override: true })),
    );
    expect(policies).toHaveLength(4);
  });
});
