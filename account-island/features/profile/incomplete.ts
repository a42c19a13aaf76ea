import { useEffect, useState } from 'react';
import type { Profile } from '#contract/user';

/** Account area, section 3: what a profile needs. */
const REQUIRED = ['username', 'gender', 'email', 'affiliation', 'country', 'title'] as const;
/** Account area, section 9. */
const CHECK_AFTER_MILLISECONDS = 1000;

export const isIncomplete = (profile: Profile): boolean => REQUIRED.some((field) => profile[field] === '');

/** Looks at a profile 1 s after it appears, and 1 s after each save. */
export function useIncomplete(profile: Profile): boolean {
  const [incomplete, setIncomplete] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIncomplete(isIncomplete(profile)), CHECK_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [profile]);
  return incomplete;
}
