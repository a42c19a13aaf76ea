import type { GENDERS } from '#shared/person-choices';
import { messages } from './account.ts';
import { at, type ErrorTable, note } from './errors.ts';

/** Texts of the User Profile panel. */
export const profileMessages = {
  profileIncomplete: 'Please complete your personal information',
  /** Below the banner about an incomplete profile. */
  missingText: (labels: readonly string[]): string => `Not provided: ${labels.join(', ')}.`,
  restored: 'We restored your unsaved changes.',
  discarded: 'Changes discarded.',
  changedElsewhere:
    'Nothing was saved: your profile has been changed in another tab or on another device. Your changes are still here. Check them, then save again.',
  savedElsewhere: (value: string) =>
    value === '' ? 'Somebody has emptied this in the meantime.' : `Saved in the meantime: ${value}`,
  profileSaved: 'Profile updated successfully!',
  uidHint: "Assigned by the association. You can't change it.",
  identityHint: 'You can change this within 15 minutes of logging in.',
  addressHint:
    'You can change this within 15 minutes of logging in. We will send a code to the new address and a notice to the old one, and log out your other devices.',
  identityLocked: 'To change this, log out and log in again.',
  notGiven: 'Not provided',

  preferencesHeading: 'Emails from us',
  preferencesNotLoaded: 'Failed to load your email preferences.',
  preferencesNotSaved: 'Failed to save your email preferences. Please try again.',
  subscribed: 'You receive announcements: calls for papers, news and invitations.',
  unsubscribed: 'You have unsubscribed from announcements: calls for papers, news and invitations.',
  subscribe: 'Subscribe to announcements',
  unsubscribe: 'Unsubscribe from announcements',
  alwaysSent: 'We always send codes, receipts and notices about your account.',

  /** Followed by the address. */
  enterCode: 'First, enter the code we sent to',
  whyVerify:
    'It proves that the address is yours: receipts and notices go there. The code is valid for 24 hours.',
  verified: 'Your email address is verified.',
  verificationSent: 'We sent you a new code. Earlier codes no longer work.',
} as const;

/** Followed by the association's address. */
export const suppressedBecause = {
  bounced:
    "We can't deliver email to your address, so we have stopped sending announcements to it. Check your address, or write to",
  complained:
    'Our email to your address was marked as spam, so we have stopped sending announcements to it. To receive announcements again, write to',
  blocked: 'We have stopped sending announcements to your address. Questions? Write to',
} as const;

export const GENDER_TEXTS: Readonly<Record<string, string>> = {
  Male: 'Male',
  Female: 'Female',
  prefer_not_to_say: 'Prefer not to answer',
} satisfies Record<(typeof GENDERS)[number], string>;

/** The fields of the profile, in the order of the form. */
export const profileLabels = {
  username: 'Username',
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  gender: 'Gender',
  dob: 'Date of birth',
  email: 'Email',
  phone: 'Phone',
  affiliation: 'Affiliation',
  country: 'Country',
  education: 'Education',
  yearOfDegree: 'Year of degree',
  homepage: 'Personal homepage',
  address: 'Address',
  description: 'Self description',
} as const;
export type ProfileField = keyof typeof profileLabels;

/** Shown if the page has no token. */
export const noToken = 'Update failed: No authentication token found';

export const profileErrors: ErrorTable<ProfileField> = {
  fallback: 'Update failed',
  codes: { 'internal-error': note(), 'username-taken': at('username'), 'email-taken': at('email') },
  wrap: (sentence) => `Update failed: ${sentence}`,
};

export const verificationErrors: ErrorTable<'code'> = {
  fallback: messages.anError,
  codes: { 'code-invalid': at('code') },
};
