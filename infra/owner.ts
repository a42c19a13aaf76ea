import type { MembershipType } from '#shared/choices';

/** The host names of a stage. */
export interface Domain {
  /** The site's own host name, which every link and email has: the one that the association wants its readers to see. */
  name: string;
  /** Host names that redirect to it, such as the name without "www". */
  redirectedNames?: readonly string[];
  /** A certificate in us-east-1 that covers all these names. From: step 1 of the runbook's "Host names". */
  certificateArn: string;
}

/** What only the owner of a stage knows, and where to find it. `npm run missing` lists what is not entered yet. */
export interface OwnerFacts {
  /** The AWS account, 12 digits. From: AWS's console, at the top right, or `aws sts get-caller-identity`. */
  account: string | undefined;
  /** The association's own host names. Without them, CloudFront's name is used. From: the keeper of DNS. */
  domain: Domain | undefined;
  /** Mail is sent from no-reply at this domain; its owner adds the DNS records that the deployment prints. */
  mailDomain: string;
  /** While the mail domain is changed: the next one, then the former one (runbook, "Another mail domain"). */
  otherMailDomain?: string;
  /** Stripe's hosted pages, one for a type of membership; without any, nobody is offered to pay. From: Stripe's dashboard, Payment Links. */
  paymentLinks: readonly { id: string; type: MembershipType; url: string }[];
  /** Gets all alarms, once its reader has confirmed the subscription. From: whoever looks after the site, best a list of two. */
  alarmEmail: string | undefined;
}

/** The repository's address, such as `https://github.com/owner/name`: alarms link to the runbook there. From: the browser, at GitHub. */
export const repositoryUrl: string | undefined = undefined;

/** The site that readers and members use. */
export const production: OwnerFacts = {
  account: undefined,
  domain: undefined,
  mailDomain: 'asiagraphics.org',
  paymentLinks: [],
  alarmEmail: undefined,
};

/** The site for trials: it can be deployed with an account alone. */
export const staging: OwnerFacts = {
  account: undefined,
  domain: undefined,
  mailDomain: 'staging.asiagraphics.org',
  paymentLinks: [],
  alarmEmail: undefined,
};
