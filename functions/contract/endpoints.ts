import * as account from './account.ts';
import * as adminMembers from './admin-members.ts';
import * as archive from './archive.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as campaigns from './campaigns.ts';
import * as composeCampaign from './compose-campaign.ts';
import * as conferences from './conferences.ts';
import type { Endpoint } from './endpoint.ts';
import * as imports from './imports.ts';
import * as ledger from './ledger.ts';
import * as mailPreferences from './mail-preferences.ts';
import * as memberLists from './member-lists.ts';
import * as memberRecords from './member-records.ts';
import * as membership from './membership.ts';
import * as passkeys from './passkeys.ts';
import * as payments from './payments.ts';
import * as profile from './profile.ts';
import * as secondFactor from './second-factor.ts';
import * as statistics from './statistics.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value;

const placeOf = ({ path, method }: Endpoint): string => `${path} ${method}`;

/** Every call of the API, by its path, with the name under which routes and the island import it. */
export const namedEndpoints: readonly (readonly [name: string, row: Endpoint])[] = [
  ...[auth, passkeys, profile, account, secondFactor, mailPreferences, membership, payments, conferences],
  ...[archive, statistics, adminMembers, memberLists, memberRecords, imports, ledger, audit],
  ...[composeCampaign, campaigns],
]
  .flatMap((file) => Object.entries(file))
  .flatMap(([name, row]) => (isEndpoint(row) ? [[name, row] as const] : []))
  .toSorted(([, one], [, other]) => (placeOf(one) < placeOf(other) ? -1 : 1));

/** The access tests, the firewall and docs/api.md read this table. */
export const endpoints: readonly Endpoint[] = namedEndpoints.map(([, row]) => row);
