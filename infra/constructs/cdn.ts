import { Duration, Fn, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { mailImagePath, originSecretHeader } from '#shared/deployment';
import { bundleEdgeFunction, type EdgeFunctionName } from '../edge/bundle.ts';
import { imageCaching, searchFolder } from '../edge/caching.ts';
import { apiHeaders, type HeaderMap, imageHeaders, searchHeaders, siteHeaders } from '../edge/headers.ts';
import type { SiteBuild } from '../edge/site-build.ts';
import type { Domain } from '../owner.ts';
import { cloudFrontRegion, type Stage } from '../stages.ts';
import { acknowledge } from './nag.ts';

/** All of a domain's host names, the site's own first. */
const hostNames = ({ name, redirectedNames = [] }: Domain): string[] => [name, ...redirectedNames];

/** @throws one sentence for what CloudFront would reject during the deployment. */
export function checkDomain({ name: stage, domain }: Stage): void {
  if (domain === undefined) return;
  const { certificateArn } = domain;
  const misspelt = hostNames(domain).find((host) => !/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(host));
  if (misspelt !== undefined)
    throw new Error(`infra/owner.ts: "${misspelt}" of "${stage}" is no host name in small letters.`);
  const region = /^arn:aws:acm:([\w-]+):\d{12}:certificate\/[\w-]+$/.exec(certificateArn)?.[1];
  if (region === undefined)
    throw new Error(
      `infra/owner.ts: the certificate of "${stage}" is no ARN of a certificate: ${certificateArn}.`,
    );
  if (region !== cloudFrontRegion)
    throw new Error(
      `infra/owner.ts: the certificate of "${stage}" is in ${region}, but CloudFront takes certificates of ${cloudFrontRegion} only. Request one there.`,
    );
}

export interface CdnProps {
  stage: Stage;
  site: SiteBuild;
  files: Bucket;
  /** Images in emails. */
  images: Bucket;
  api: HttpApi;
  originSecret: Secret;
  /** Undefined for a stage without a firewall. */
  webAclArn: string | undefined;
}

/** The product's one address: the site's files, and the API below /api. */
export class Cdn extends Construct {
  readonly distribution: Distribution;
  private readonly props: CdnProps;

  constructor(scope: Construct, id: string, props: CdnProps) {
    super(scope, id);
    this.props = props;
    const { domain } = props.stage;
    const siteBehavior = this.siteBehavior();
    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: siteBehavior,
      additionalBehaviors: {
        '/api/*': this.apiBehavior(),
        [`${searchFolder}*`]: {
          ...siteBehavior,
          responseHeadersPolicy: createHeadersPolicy(this, 'SearchHeaders', searchHeaders),
        },
        [`${mailImagePath}*`]: this.imageBehavior(),
      },
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      // No error pages, which would replace the API's JSON. Only the caching is off: one member's error must not be shown
      // to the next.
      errorResponses: [500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(props.webAclArn !== undefined && { webAclId: props.webAclArn }),
      ...(domain && {
        domainNames: hostNames(domain),
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    acknowledge(
      this.distribution,
      'The root is a file, and the viewer function turns every path into a file’s name: no path requests a list.',
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
    );
  }

  private siteBehavior(): BehaviorOptions {
    const { files } = this.props;
    return {
      // With the right to list, S3 says 404 for a missing file instead of 403.
      origin: S3BucketOrigin.withOriginAccessControl(files, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      responseHeadersPolicy: createHeadersPolicy(this, 'PageHeaders', siteHeaders),
      functionAssociations: [
        this.edgeFunction('viewer-request', FunctionEventType.VIEWER_REQUEST),
        this.edgeFunction('viewer-response', FunctionEventType.VIEWER_RESPONSE),
      ],
    };
  }

  private imageBehavior(): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.props.images),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: createHeadersPolicy(this, 'ImageHeaders', { ...imageHeaders, ...imageCaching }),
    };
  }

  private apiBehavior(): BehaviorOptions {
    const { api, originSecret } = this.props;
    return {
      origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
        customHeaders: { [originSecretHeader]: originSecret.secretValue.unsafeUnwrap() },
        readTimeout: Duration.seconds(15),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Not a redirect: a password that was sent in the clear is not sent a second time.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
      responseHeadersPolicy: createHeadersPolicy(this, 'ApiHeaders', apiHeaders),
      functionAssociations: [this.edgeFunction('api-request', FunctionEventType.VIEWER_REQUEST)],
    };
  }

  private edgeFunction(name: EdgeFunctionName, eventType: FunctionEventType) {
    const { site, stage } = this.props;
    const code = FunctionCode.fromInline(bundleEdgeFunction(name, site, stage.domain?.name));
    return {
      eventType,
      function: new EdgeFunction(this, name, {
        code,
        runtime: FunctionRuntime.JS_2_0,
        comment: `${Stack.of(this).stackName} ${name}`,
      }),
    };
  }
}

/** The site's headers as a CloudFront policy: five are separate settings, the others a list. */
function createHeadersPolicy(scope: Construct, id: string, headers: HeaderMap): ResponseHeadersPolicy {
  const {
    'content-security-policy': contentSecurityPolicy = '',
    'strict-transport-security': strictTransport = '',
    'x-frame-options': _deny,
    'referrer-policy': referrer,
    'x-content-type-options': _nosniff,
    ...others
  } = headers;
  const referrerPolicy = Object.values(HeadersReferrerPolicy).find((each) => each === referrer);
  if (referrerPolicy === undefined) throw new Error(`CloudFront knows no referrer policy ${referrer}.`);
  const override = true;
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override },
      contentTypeOptions: { override },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override },
      referrerPolicy: { referrerPolicy, override },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(strictTransport)?.[1])),
        includeSubdomains: false,
        override,
      },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override })),
    },
    removeHeaders: ['server', 'x-amz-server-side-encryption'],
  });
}
