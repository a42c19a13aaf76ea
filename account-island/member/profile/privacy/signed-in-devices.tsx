import { useQuery } from '@tanstack/react-query';
import { getDevices, signOutDevices } from '#contract/account';
import { request } from '../../../api/client.ts';
import { formatInHongKong } from '../../../text/dates.ts';
import { privacyMessages as texts } from '../../../text/privacy.ts';
import { BrowserItem } from '../../../ui/browser-item.tsx';
import { Button } from '../../../ui/button.tsx';
import { ItemList } from '../../../ui/data-table.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useAction } from '../../../ui/use-action.ts';

/** The devices on which the member is logged in, with buttons to log out every other one. */
export function SignedInDevices() {
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
