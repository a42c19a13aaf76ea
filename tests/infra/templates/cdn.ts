import { describe, expect, it } from 'vitest';
import {
  actions,
  launchChanges,
  onlyOne,
  smallDeployment,
  statements,
  synthesised,
  type TemplatePart,
} from '../synthesised.ts';

const { find, of } = synthesised();

const configOf = (made: Pick<ReturnType<typeof synthesised>, 'find'>) =>
  onlyOne(made.find('AWS::CloudFront::Distribution')).Properties.DistributionConfig;

describe('the site’s files', () => {
  it('can only be read by this CDN, which never lists the images in emails', () => {
    const reading = statements(of('AWS::S3::BucketPolicy')).filter((statement) =>
      actions(statement).includes('s3:GetObject'),
    );
    expect(reading.map(actions)).toEqual([['s3:GetObject', 's3:ListBucket'], ['s3:GetObject']]);
    for (const statement of reading)
      expect(statement).toMatchObject({
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
      });
  });

  /** As `aws s3 sync` decides, for uploading and for deleting: the last pattern that fits counts. */
  function isIncluded(key: string, { Exclude = [], Include = [] }: TemplatePart): boolean {
    const fits = (pattern: string) =>
      new RegExp(`^${pattern.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`).test(key);
    return Include.some(fits) || !Exclude.some(fits);
  }
  const uploadOf = (key: string) =>
    onlyOne(find('Custom::CDKBucketDeployment').filter(({ Properties }) => isIncluded(key, Properties)));

  it.each(['index.html', '_astro/portrait.C3x_9.webp', 'forms/nomination.pdf', 'data/people.json'])(
    '%s is deleted and leaves the CDN’s cache with the build that no longer has it',
    (key) => expect(uploadOf(key).Properties).toMatchObject({ Prune: true, DistributionPaths: ['/*'] }),
  );

  it.each(['_astro/user.Bx3f_9Qa.js', '_astro/page.D1s.css'])(
    '%s stays for open pages and comes before the new pages',
    (key) => {
      expect(uploadOf(key).Properties).toMatchObject({ Prune: false });
      expect(uploadOf('index.html')).toMatchObject({
        DependsOn: expect.arrayContaining([uploadOf(key).id]),
      });
    },
  );
});

describe('the CDN', () => {
  const { DefaultCacheBehavior, CacheBehaviors, Origins } = configOf({ find });
  const [calls, ...others] = CacheBehaviors;
  const at = (...types: string[]) => types.map((EventType) => ({ EventType }));

  it('redirects pages to HTTPS, and passes calls on over HTTPS alone, uncached, with all headers but the host', () => {
    expect(DefaultCacheBehavior).toMatchObject({
      ViewerProtocolPolicy: 'redirect-to-https',
      FunctionAssociations: at('viewer-request', 'viewer-response'),
    });
    expect(calls).toMatchObject({
      PathPattern: '/api/*',
      ViewerProtocolPolicy: 'https-only',
      // Amazon's CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      FunctionAssociations: at('viewer-request'),
    });
    expect(others).toContainEqual(expect.objectContaining({ PathPattern: '/mail-images/*' }));
  });

  it('sends the API’s secret over TLS, which no template holds', () => {
    expect(Origins[1]).toMatchObject({
      OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: expect.anything() }],
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    });
    expect(JSON.stringify(Origins[1])).toContain('{{resolve:secretsmanager:');
  });
});

describe('a stage with host names', () => {
  const { domain } = launchChanges;
  const named = synthesised(launchChanges);

  it('has them with their certificate and a recent TLS', () => {
    expect(configOf(named)).toMatchObject({
      Aliases: ['www.example.org', 'example.org'],
      ViewerCertificate: {
        AcmCertificateArn: domain.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
    });
    named.website.hasOutput('SiteUrl', { Value: 'https://www.example.org' });
  });

  it('binds itself to HTTPS, but not the hosts below it, whoever runs them', () => {
    const policies = named.find('AWS::CloudFront::ResponseHeadersPolicy');
    expect(policies).not.toEqual([]);
    const StrictTransportSecurity = {
      AccessControlMaxAgeSec: 63072000,
      IncludeSubdomains: false,
      Override: true,
    };
    for (const { Properties } of policies)
      expect(Properties.ResponseHeadersPolicyConfig).toMatchObject({
        SecurityHeadersConfig: { StrictTransportSecurity },
      });
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
      { name: 'WWW.example.org' },
      'infra/owner.ts: "WWW.example.org" of "production" is no host name in small letters.',
    ],
  ])('is stopped by one sentence at %j', (change, sentence) =>
    expect(() => smallDeployment({ domain: { ...domain, ...change } })).toThrow(new Error(sentence)),
  );
});
