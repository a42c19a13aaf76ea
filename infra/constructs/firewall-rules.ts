import { verifyArchivePassword } from '#contract/archive';
import { forgetPassword, getSalt, login, register, resetPassword } from '#contract/auth';
import { BODY_LIMIT_BYTES, type Endpoint, hasBody } from '#contract/endpoint';
import { endpoints } from '#contract/endpoints';
import { verifyMembershipCard } from '#contract/membership';
import { signInWithPasskey } from '#contract/passkeys';
import { type ErrorCode, errorMessages } from '#shared/errors';
import { limitRules } from '../../functions/limits/limits.ts';

/** How far back the firewall counts. AWS WAF offers 60, 120, 300 and 600 seconds. */
export const WINDOW_SECONDS = 300;

/** How far the firewall's limits are above the application's, whose error message says more and has to come first. */
const TIMES_OWN_LIMIT = 3;

interface OwnLimit {
  max: number;
  minutes: number;
}

/** Calls counted together for one client address, each with the application's own limit for a network. */
export interface RateRule {
  name: string;
  calls: readonly (readonly [Endpoint, OwnLimit])[];
}

export const rateRules: readonly RateRule[] = [
  {
    name: 'log-in',
    // The browser asks for the salt before each login.
    calls: [
      [getSalt, limitRules.reads],
      [login, limitRules.reads],
    ],
  },
  {
    name: 'reset-password',
    calls: [
      [forgetPassword, limitRules.tries],
      [resetPassword, limitRules.tries],
    ],
  },
  { name: 'register', calls: [[register, limitRules.tries]] },
  // A login is two calls, of which the application counts the second: its limit is reached by two thirds of these.
  { name: 'passkey', calls: [[signInWithPasskey, limitRules.reads]] },
  { name: 'archive-password', calls: [[verifyArchivePassword, limitRules.archivePassword]] },
  { name: 'membership-card', calls: [[verifyMembershipCard, limitRules.reads]] },
];

/** The most calls that a limit allows within the firewall's window. */
export const mostInWindow = ({ max, minutes }: OwnLimit): number =>
  Math.ceil(max * Math.max(1, WINDOW_SECONDS / (minutes * 60)));

export const requestsAllowedBy = ({ calls }: RateRule): number =>
  TIMES_OWN_LIMIT * calls.reduce((sum, [, limit]) => sum + mostInWindow(limit), 0);

/** For all calls of one address: a class of 60 opening the user centre, and a fifth of what the gateway allows. */
export const ALL_CALLS_ALLOWED = 6000;

/** The path in a browser. */
export const pathOf = ({ path }: Endpoint): string => `/api${path}`;

/**
 * The form of every path in the contract. The firewall blocks other paths: API Gateway decodes a path once and the
 * application once more, so "/api/auth/%256Cogin" or "/api/auth/login%3F" would reach a call without its rules.
 */
export const API_PATH_PATTERN = '^/api(/[A-Za-z-]+)+$';

const pathsOf = (rows: readonly Endpoint[]): string[] => [...new Set(rows.map(pathOf))];

/** Files, lists and emails; every other body is JSON of at most `BODY_LIMIT_BYTES`. */
export const largeBodyPaths = pathsOf(
  endpoints.filter(({ bodyLimitBytes }) => (bodyLimitBytes ?? 0) > BODY_LIMIT_BYTES),
);

/**
 * Calls whose body is read without a session. Members and administrators write prose, HTML and formulas, which the
 * managed rules take for attacks; without a session, their calls reject a body unread.
 */
export const strangersBodyPaths = pathsOf(
  endpoints.filter(
    (row) =>
      row.access === 'anyone' &&
      hasBody(row) &&
      row.encoding === undefined &&
      row.signatureHeader === undefined,
  ),
);

export const knownMethods = [...new Set(['GET', 'HEAD', ...endpoints.map(({ method }) => method)])];

/** In the shape of the API's own errors, so that the pages can show them. */
const answer = <const Status extends number>(status: Status, error: ErrorCode, more = {}) => ({
  status,
  body: { error, message: errorMessages[error], ...more },
});

export const answers = {
  tooMany: answer(429, 'too-many-attempts', { retryAfterSeconds: WINDOW_SECONDS }),
  tooLarge: answer(413, 'body-too-large'),
  wrongPath: answer(404, 'endpoint-not-found'),
  wrongMethod: answer(405, 'method-not-allowed'),
  blocked: answer(403, 'firewall-blocked'),
} as const;

export type Answer = keyof typeof answers;

/** Rules of Amazon's groups that answer with `answers.blocked`, and those that only add a label to the request. */
export const managedGroups = [
  {
    name: 'AWSManagedRulesAmazonIpReputationList',
    blocking: ['AWSManagedIPReputationList', 'AWSManagedReconnaissanceList'],
    counting: [],
  },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    blocking: [
      ...['HEADER', 'BODY', 'URIPATH', 'QUERYSTRING'].flatMap((place) => [
        `JavaDeserializationRCE_${place}`,
        `Log4JRCE_${place}`,
      ]),
      'Host_localhost_HEADER',
      'PROPFIND_METHOD',
      'ExploitablePaths_URIPATH',
    ],
    counting: [],
  },
  {
    name: 'AWSManagedRulesCommonRuleSet',
    blocking: [
      'UserAgent_BadBots_HEADER',
      'SizeRestrictions_QUERYSTRING',
      'SizeRestrictions_Cookie_HEADER',
      'SizeRestrictions_URIPATH',
      ...['COOKIE', 'URIPATH', 'QUERYARGUMENTS'].map((place) => `EC2MetaDataSSRF_${place}`),
      ...['URIPATH', 'QUERYARGUMENTS'].flatMap((place) => [
        `GenericLFI_${place}`,
        `GenericRFI_${place}`,
        `RestrictedExtensions_${place}`,
      ]),
      ...['COOKIE', 'QUERYARGUMENTS', 'URIPATH'].map((place) => `CrossSiteScripting_${place}`),
    ],
    counting: [
      // Email programs that unsubscribe with one click (RFC 8058) and conference software may send no user agent.
      'NoUserAgent_HEADER',
      // It blocks bodies over 8 KB; the API accepts 16 KB, and more for files.
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'EC2MetaDataSSRF_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
    ],
  },
] as const;

/** The labels that the counting rules for bodies add. */
export const bodyAttackLabels = [
  'CrossSiteScripting_Body',
  'EC2MetaDataSSRF_Body',
  'GenericLFI_Body',
  'GenericRFI_Body',
].map((name) => `awswaf:managed:aws:core-rule-set:${name}`);
