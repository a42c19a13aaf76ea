import { CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnEmailIdentity, EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';

/**
 * SES's identities of the sender's domain and, while it is changed, of the other one. Each has the domain in its name in
 * the template, so that neither replaces the other. The outputs `MailRecord1` and following are the DNS records.
 */
export function addMailDomains(scope: Construct, { mailDomain, otherMailDomain }: Stage): void {
  const domains = otherMailDomain === undefined ? [mailDomain] : [mailDomain, otherMailDomain];
  const records = domains.flatMap((domain) => addIdentity(scope, domain));
  for (const [index, value] of records.entries()) new CfnOutput(scope, `MailRecord${index + 1}`, { value });
}

/** Returns the domain's records, each as NAME TYPE VALUE. */
function addIdentity(scope: Construct, domain: string): string[] {
  // Bounces go to SES by this domain, so that SPF, which looks at it alone, passes for the sender's domain too.
  const bounces = `bounce.${domain}`;
  const identity = new EmailIdentity(scope, `SenderIdentity ${domain}`, {
    identity: Identity.domain(domain),
    mailFromDomain: bounces,
  });
  const resource = identity.node.defaultChild;
  if (resource instanceof CfnEmailIdentity) resource.overrideLogicalId(identityIdOf(domain));
  return [
    ...identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
    `${bounces} MX 10 feedback-smtp.${Stack.of(scope).region}.amazonses.com`,
    `${bounces} TXT "v=spf1 include:amazonses.com ~all"`,
  ];
}

/** `SenderIdentityAsiagraphicsOrg` for asiagraphics.org: the runbook's import names it. */
const identityIdOf = (domain: string): string =>
  `SenderIdentity${domain
    .split(/[.-]/)
    .map((part) => part.replace(/^./, (first) => first.toUpperCase()))
    .join('')}`;
