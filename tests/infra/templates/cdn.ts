import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { pageHeaders } from '../../../infra/edge/headers.ts';
import { makeSite } from '../built-site.ts';
import { actions, allStatements, onlyOne, statements, synthesised } from '../synthesised.ts';

const { website, of } = synthesised();

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

  it('are uploaded by the deployment, which then clears the CDN’s cache', () => {
    website.hasResourceProperties('Custom::CDKBucketDeployment', { DistributionPaths: ['/*'], Prune: false });
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

  it('only reads the site', () => {
    expect(config()['DefaultCacheBehavior']).toMatchObject({
      AllowedMethods: ['GET', 'HEAD'],
      Compress: true,
    });
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

  it('has the domain with its certificate, and TLS 1.2 at least', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b';
    const named = synthesised({ domain: { name: 'asiagraphics.example', certificateArn } });
    expect(onlyOne(named.of('AWS::CloudFront::Distribution')).Properties['DistributionConfig']).toMatchObject(
      {
        Aliases: ['asiagraphics.example'],
        ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
      },
    );
    named.website.hasOutput('SiteUrl', { Value: 'https://asiagraphics.example' });
  });

  it('sends the same page headers as the local server', () => {
    const policies = of('AWS::CloudFront::ResponseHeadersPolicy').map(
      ({ Properties }) =>
        Properties['ResponseHeadersPolicyConfig'] as Record<string, Record<string, unknown>>,
    );
    const page = policies.find((policy) => JSON.stringify(policy).includes("form-action 'self'"));
    const expected = pageHeaders(makeSite().hashes);
    expect(page?.['SecurityHeadersConfig']).toEqual({
      ContentSecurityPolicy: { ContentSecurityPolicy: expected['content-security-policy'], Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: expected['x-frame-options'], Override: true },
      ReferrerPolicy: { ReferrerPolicy: expected['referrer-policy'], Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63072000, IncludeSubdomains: true, Override: true },
    });
    const others = ['cross-origin-resource-policy', 'cross-origin-opener-policy', 'permissions-policy'];
    expect(page?.['CustomHeadersConfig']?.['Items']).toEqual(
      others.map((Header) => ({ Header, Value: expected[Header], Override: true })),
    );
    expect(policies).toHaveLength(4);
  });
});
