import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { getDevices, signOutDevices } from '#contract/account';
import { request } from '../../../api/client.ts';
import { formatInHongKong, TIMES_IN_HONG_KONG } from '../../../text/format.ts';
import { privacyMessages as texts } from '../../../text/privacy.ts';
import { BrowserItem } from '../../../ui/browser-item.tsx';
import { Button } from '../../../ui/button.tsx';
import { ItemList } from '../../../ui/data-table.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Activity } from './activity.tsx';
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

/** The devices on which the member is logged in, with buttons to log out every other one. */
function SignedInDevices() {
  const devices = useQuery({ queryKey: ['sessions'], queryFn: () => request(getDevices) });
  const end = useAction(
    async (reference?: string) => {
      await request(signOutDevices, reference === undefined ? {} : { reference });
      await devices.refetch();
    },
    {
      done: (_, reference) => (reference === undefined ? texts.othersLoggedOut : texts.deviceLoggedOut),
    },
  );

  return (
    <QueryState query={devices} failed={texts.devicesFailed}>
      {({ data: list }) => (
        <>
          <ItemList>
            {list.map((device) => (
              <BrowserItem
                key={device.reference}
                browser={device.browser}
                isThisDevice={device.current}
                facts={[
                  texts.loggedIn(formatInHongKong(device.signedInAt)),
                  texts.lastActive(formatInHongKong(device.lastSeenAt)),
                  ...(device.remembered ? [texts.remembered] : []),
                ]}
                action="Log out"
                onAction={() => end.start(device.reference)}
              />
            ))}
          </ItemList>
          <ResultNotice notice={end.notice} />
          {list.length > 1 ? (
            <p>
              <Button kind="outline" isBusy={end.isBusy} onClick={() => end.start(undefined)}>
                Log out on all other devices
              </Button>
            </p>
          ) : (
            <p className="hint">{texts.noOtherDevices}</p>
          )}
        </>
      )}
    </QueryState>
  );
}
