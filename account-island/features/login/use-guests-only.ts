import { useLayoutEffect, useState } from 'react';
import { USER_CENTRE } from '../../api/redirects.ts';
import { storedToken } from '../../api/token.ts';

/**
 * Sends everyone but guests to the user centre, also who steps back to a copy of the page that the browser kept.
 * Says whether this is a guest.
 */
export function useGuestsOnly(): boolean {
  const [isGuest, setIsGuest] = useState(true);

  useLayoutEffect(() => {
    const admit = () => {
      if (storedToken() === null) return;
      setIsGuest(false);
      location.replace(USER_CENTRE);
    };
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && admit();
    admit();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  return isGuest;
}
