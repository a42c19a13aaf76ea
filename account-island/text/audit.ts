import type { AuditEntry } from '#contract/audit';
import { auditFieldNames } from '#shared/audit-choices';
import { formatLongDate } from '#shared/hong-kong';
import { categories, reviewReasons, states, statuses, types } from './admin-members.ts';
import { browserName } from './browser-name.ts';
import { formatInHongKong } from './format.ts';
import { GENDER_TEXTS, profileLabels } from './profile.ts';

export const auditMessages = {
  noEntries: 'No entries yet',
  noEntriesInMonth: 'No entries in this month',
  noMatchingEntries: 'No entries in this month match the filters',
} as const;

export const importKinds = { members: 'Members', attendance: 'Conference attendance' };

export const existingMemberRules = {
  skip: 'Leave unchanged',
  fill: 'Fill in empty fields',
  update: 'Replace fields',
};

const { dob, ...profileFields } = profileLabels;
/** Of a changed profile: the value before each new value. */
const changedProfileFields = Object.fromEntries(
  Object.entries({ ...profileFields, dateOfBirth: dob }).flatMap(([name, label]) => [
    [`${name}Before`, `Previous ${label.toLowerCase()}`],
    [name, label],
  ]),
);

const auditFields: Readonly<Record<string, string>> = { ...changedProfileFields, ...auditFieldNames };

/** Texts for values that are codes; other values are shown unchanged. */
const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: types,
  typeBefore: types,
  category: categories,
  categoryBefore: categories,
  gender: GENDER_TEXTS,
  genderBefore: GENDER_TEXTS,
  status: { ...statuses, inactive: 'Inactive', all: 'All' },
  state: states,
  kind: importKinds,
  existing: existingMemberRules,
  verified: { yes: 'Yes' },
  invited: { yes: 'Yes' },
  reviewReason: reviewReasons,
  network: { unknown: 'Unknown' },
  method: { passkey: 'Passkey' },
};

/** The actor if no username is known. */
const auditAuthors: Readonly<Record<string, string>> = {
  administrator: 'an administrator',
  operator: 'the system operator',
  member: 'the member',
  anonymous: 'someone who was not logged in',
};

/** The role whose name the log shows, such as `operator` for "the system operator"; any other text as it is. */
export const parseAuthor = (author: string): string =>
  Object.keys(auditAuthors).find((role) => auditAuthors[role] === author.toLowerCase()) ?? author;

/** The actor of an entry on the member's own page, if it is the member. */
export const ownAuthor = 'you';

const ORDER = Object.keys(auditFields);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Days and instants in words; other texts unchanged. */
const dateText = (text: string): string =>
  DAY.test(text) ? formatLongDate(text) : INSTANT.test(text) ? formatInHongKong(text) : text;

/** The details of an entry with their names; empty ones are left out. */
export const describeDetails = ({ details }: Pick<AuditEntry, 'details'>): [name: string, value: string][] =>
  Object.entries(details)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, value]) => [auditFields[name] ?? name, valueText(name, value)]);

function valueText(name: string, value: string): string {
  if (name === 'browser' || name === 'device') return browserName(value);
  return auditValues[name]?.[value] ?? dateText(value);
}

export const describeAuthor = ({
  by,
  administrator,
}: {
  by: string;
  administrator?: string | undefined;
}): string => administrator ?? auditAuthors[by] ?? by;
