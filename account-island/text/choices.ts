import type { GENDERS } from '#shared/person-choices';

export const GENDER_TEXTS: Record<(typeof GENDERS)[number], string> = {
  Male: 'Male',
  Female: 'Female',
  prefer_not_to_say: 'Prefer not to answer',
};
