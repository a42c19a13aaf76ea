import type { Domain } from '../owner.ts';
import { cloudFrontRegion, type Stage } from '../stages.ts';

/** All of a domain's host names, the site's own first. */
export const hostNames = ({ name, redirectedNames = [] }: Domain): string[] => [name, ...redirectedNames];

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
