import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Domain } from '../owner.ts';
import { cloudFrontRegion, type Stage } from '../stages.ts';

/** All of a domain's host names, the site's own first. */
export const hostNames = ({ name, redirectedNames = [] }: Domain): string[] => [name, ...redirectedNames];

/** @throws one sentence for what CloudFront or Route 53 would reject during the deployment. */
export function checkDomain({ name: stage, domain }: Stage): void {
  if (domain === undefined) return;
  const { certificateArn, hostedZone } = domain;
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
  if (hostedZone === undefined) return;
  const isInZone = (host: string) => host === hostedZone.name || host.endsWith(`.${hostedZone.name}`);
  const foreign = hostNames(domain).filter((host) => !isInZone(host));
  if (foreign.length > 0)
    throw new Error(
      `infra/owner.ts: the hosted zone of "${stage}", ${hostedZone.name}, can't have records of ${foreign.join(', ')}.`,
    );
}

/** The A and AAAA records of every host name, which lead to the CDN, where Route 53 keeps the names. */
export function addDnsRecords(
  scope: Construct,
  { hostedZone, ...names }: Domain,
  distribution: Distribution,
): void {
  if (hostedZone === undefined) return;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  for (const recordName of hostNames(names)) {
    new ARecord(scope, `${recordName} A`, { zone, target, recordName: `${recordName}.` });
    new AaaaRecord(scope, `${recordName} AAAA`, { zone, target, recordName: `${recordName}.` });
  }
}
