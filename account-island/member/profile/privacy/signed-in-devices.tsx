import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getDevices, type SignedInDevice, signOutDevices } from '#contract/account';
import { request } from '../../../api/client.ts';
import { browserName } from '../../../text/browser-name.ts';
import { formatInHongKong } from '../../../text/dates.ts';
import { deviceParts, privacyMessages } from '../../../text/privacy.ts';
import { Button } from '../../../ui/button.tsx';
import { ItemList } from '../../../ui/data-table.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useAction } from '../../../ui/use-action.ts';

type Device = z.output<typeof SignedInDevice>;

/** The devices on which the member is logged in, with buttons to log out every other one. */
export function SignedInDevices() {
  const devices = useQuery({ queryKey: ['sessions'], queryFn: () => request(getDevices) });
  const end = useAction(
    async (reference?: string) => {
      await request(signOutDevices, reference === undefined ? {} : { reference });
      await devices.refetch();
    },
    {
      done: (_, reference) =>
        reference === undefined ? privacyMessages.othersLoggedOut : privacyMessages.deviceLoggedOut,
    },
  );

  return (
    <QueryState
      query={devices}
      waiting={privacyMessages.loadingDevices}
      failed={privacyMessages.devicesFailed}
    >
      {({ data: list }) => (
        <>
          <ItemList>
            {list.map((device) => (
              <DeviceItem
                key={device.reference}
                device={device}
                onLogOut={() => end.start(device.reference)}
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
            <p className="hint">{privacyMessages.noOtherDevices}</p>
          )}
        </>
      )}
    </QueryState>
  );
}

function DeviceItem({ device, onLogOut }: { device: Device; onLogOut: () => void }) {
  const { browser, current, signedInAt, lastSeenAt, remembered } = device;
  const name = browserName(browser);
  return (
    <li>
      <div>
        <strong>{name}</strong> {current && <span className="tag">This device</span>}
        <ul className="hint cluster">
          <li>
            {deviceParts.loggedIn}: <Moment at={signedInAt} />
          </li>
          <li>
            {deviceParts.lastActive}: <Moment at={lastSeenAt} />
          </li>
          {remembered && <li>{deviceParts.remembered}</li>}
        </ul>
      </div>
      {!current && (
        <Button kind="outline" isSmall aria-label={`Log out: ${name}`} onClick={onLogOut}>
          Log out
        </Button>
      )}
    </li>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatInHongKong(at)}</time>;
