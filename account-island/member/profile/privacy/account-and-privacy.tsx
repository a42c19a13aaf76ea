import { type ReactNode, useId } from 'react';
import { TIMES_IN_HONG_KONG } from '../../../text/dates.ts';
import { privacyMessages as texts } from '../../../text/privacy.ts';
import { Activity } from './activity.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';
import { YourData } from './your-data.tsx';

/** Where the member is logged in, what happened to the account, and the member's rights over their data. */
export default function AccountAndPrivacy() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{texts.heading}</h3>
      <p className="hint">{TIMES_IN_HONG_KONG}</p>
      <Part heading={texts.devicesHeading}>
        <SignedInDevices />
      </Part>
      <Part heading={texts.activityHeading}>
        <Activity />
      </Part>
      <Part heading={texts.dataHeading}>
        <YourData />
      </Part>
    </section>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h4 id={id}>{heading}</h4>
      {children}
    </section>
  );
}
