/** What a person may say of themselves: apart from the other lists, because /login loads it at once. */
export const GENDERS = ['Male', 'Female', 'prefer_not_to_say'] as const;
export const TITLES = ['Dr.', 'Prof.', 'Ms.', 'Mr.'] as const;
export const EDUCATIONS = ['PhD', 'Master', 'Bachelor', 'Others'] as const;
