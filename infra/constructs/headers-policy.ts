import { Names } from 'aws-cdk-lib';
import {
  CfnResponseHeadersPolicy,
  type IResponseHeadersPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Headers } from '../edge/security-headers.ts';

/** The longest value that CloudFront takes for a header. */
const longestValue = 1783;

/** The edge's headers as CloudFront wants them: five have a place of their own, the rest is a list. */
export function createHeadersPolicy(scope: Construct, id: string, headers: Headers): IResponseHeadersPolicy {
  for (const [name, value] of Object.entries(headers)) {
    if (value.length > longestValue)
      throw new Error(`The header ${name} has ${value.length} characters, CloudFront takes ${longestValue}.`);
  }
  const {
    'content-security-policy': contentSecurityPolicy = '',
    'strict-transport-security': strictTransport = '',
    'x-frame-options': frameOption = '',
    'referrer-policy': referrerPolicy = '',
    'x-content-type-options': _nosniff,
    ...others
  } = headers;
  const override = true;
  const policy = new CfnResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyConfig: {
      name: `${Names.uniqueResourceName(scope, { maxLength: 80 })}-${id}`,
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption, override },
        referrerPolicy: { referrerPolicy, override },
        strictTransportSecurity: {
          accessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(strictTransport)?.[1]),
          includeSubdomains: strictTransport.includes('includeSubDomains'),
          override,
        },
      },
      customHeadersConfig: {
        items: Object.entries(others).map(([header, value]) => ({ header, value, override })),
      },
      removeHeadersConfig: {
        items: ['server', 'x-amz-server-side-encryption'].map((header) => ({ header })),
      },
    },
  });
  return ResponseHeadersPolicy.fromResponseHeadersPolicyId(scope, `${id}Reference`, policy.ref);
}
