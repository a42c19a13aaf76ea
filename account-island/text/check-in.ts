import type { Attendee, Conference } from '#contract/check-in';
import { formatLongDate } from '#shared/hong-kong';
import { plural } from './format.ts';

/** Texts of the desk where members check in at a conference. */
export const checkInMessages = {
  intro:
    'Which conference is this desk for? Members see it in their Conference History after they are checked in. For a second desk, copy the link of the first one, so that both have the same conference.',
  knownHint: 'Conferences that members attended, the latest first.',
  another: 'Another conference',
  loadingConferences: 'Loading conferences',
  newText:
    'No member has been checked in for this conference yet. Check every word: members see it like this in their Conference History.',
  didYouMean: 'Did you mean one that members attended?',
  openNew: 'Open desk for the new conference',
  nameHint: 'As members will see it in Conference History, for example “Pacific Graphics 2026”.',
  dateHint: 'In your own words, for example “5–8 October 2026”.',
  start: 'Open desk',

  pointAt: "Point the camera at the QR code of the member's card.",
  starting: 'Starting the camera',
  camera: 'Camera',
  blocked:
    'The camera is blocked. Allow it for this site in the settings of your browser and open this page again, or search for the member.',
  noCamera: 'This device has no camera. Search for the member instead.',
  cameraFailed:
    "The camera didn't start. Close other apps that use it and open this page again, or search for the member.",
  notACard:
    "This QR code isn't a membership card of the Asia Graphics Association. Search for the member instead.",
  searchLabel: 'Name, email address or membership ID',
  searchHint: 'Enter at least two letters.',
  loading: 'Searching members',
  loadFailed: 'Failed to load data',
  noMembers: 'No matching members',

  failed: 'Something went wrong. Please try again.',
  valid: 'Valid member',
  notValid: 'Not a valid member',
  disabled: 'The account is disabled.',
  neverPaid: 'There has been no membership yet.',
  compareName: 'Compare the name with the badge or an ID.',
  stillPossible: 'You can still check in this person.',
  checkIn: 'Check in',
  next: 'Next member',
  undo: 'Undo',
  checkedInAlready: 'Checked in already.',
  listTitle: 'Checked in on this device',
  change: 'Change conference',
  copyLink: 'Copy link for another desk',
  linkCopied: 'Link copied. Open it on the other phone, logged in as an administrator.',
  linkNotCopied: 'Your browser blocked copying. Copy the address of this page yourself.',
} as const;

export const membersFound = (count: number): string =>
  count === 0 ? checkInMessages.noMembers : plural(count, '1 member', '{n} members');

/** Venue and date tell two conferences of one name apart. */
export const conferenceLabel = ({ name, venue, date }: Conference): string =>
  [name, venue, date].filter((text) => text !== '').join(' · ');
export const newConference = ({ name, venue, date }: Conference): string =>
  `New conference: ${[name, venue, date].filter((text) => text !== '').join(', ')}`;

export const isValid = ({ state, status }: Pick<Attendee, 'state' | 'status'>): boolean =>
  state === 'active' && status === 'active';

/** What the desk must know beside whether the member is valid. */
export function validitySentence({ state, status, validUntil }: Attendee): string {
  if (state === 'disabled') return checkInMessages.disabled;
  if (validUntil === '') return checkInMessages.neverPaid;
  return status === 'active'
    ? `Until ${formatLongDate(validUntil)}`
    : `The membership ended on ${formatLongDate(validUntil)}.`;
}

export const nameChanged = (day: string): string =>
  `The member changed this name on ${formatLongDate(day)}. ${checkInMessages.compareName}`;
export const checkedIn = (name: string): string => `${name} is checked in.`;
export const checkInUndone = (name: string): string => `The check-in of ${name} was undone.`;
export const countOf = (count: number): string => `${checkInMessages.listTitle}: ${count}`;
