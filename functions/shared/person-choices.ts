/** Choices for personal data, in a file of their own because /login loads them at once. */
export const GENDERS = ['Male', 'Female', 'prefer_not_to_say'] as const;
export const TITLES = ['Dr.', 'Prof.', 'Ms.', 'Mr.'] as const;
export const EDUCATIONS = ['PhD', 'Master', 'Bachelor', 'Others'] as const;
