import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getDevices, type SignedInDevice, signOutDevices } from '#contract/account';
import { request } from '../../api/client.ts';
import { ResultNotice } from '../../components/notice.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { browserName } from '../../text/browser-name.ts';
import { passwordMessages } from '../../text/password.ts';

type Device = z.output<typeof SignedInDevice>;

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Where the member is signed in, with the way to end each of them but this one. */
export function SignedInDevices() {
  const places = useQuery({ queryKey: ['sessions'], queryFn: () => request(getDevices) });
  const end = useAction(
    async (reference?: string) => {
      await request(signOutDevices, reference === undefined ? {} : { reference });
      await places.refetch();
    },
    {
      done: (_, reference) =>
        reference === undefined ? passwordMessages.signedOutElsewhere : passwordMessages.signedOutThere,
    },
  );

  return (
    <QueryState
      query={places}
      waiting={passwordMessages.loadingPlaces}
      failed={passwordMessages.placesFailed}
    >
      {({ data: list }) => (
        <>
          <ul className="item-list">
            {list.map((place) => (
              <Row key={place.reference} place={place} onEnd={() => end.start(place.reference)} />
            ))}
          </ul>
          <ResultNotice notice={end.notice} />
          {list.length > 1 ? (
            <p>
              <button
                className="btn btn--outline"
                type="button"
                aria-busy={end.isBusy || undefined}
                onClick={() => end.start(undefined)}
              >
                Sign out everywhere else
              </button>
            </p>
          ) : (
            <p className="hint">{passwordMessages.noOtherPlaces}</p>
          )}
        </>
      )}
    </QueryState>
  );
}

function Row({ place, onEnd }: { place: Device; onEnd: () => void }) {
  const name = browserName(place.browser);
  return (
    <li>
      <div>
        <strong>{name}</strong> {place.current && <span className="tag">This browser</span>}
        <p className="hint">
          Signed in <Moment at={place.signedInAt} />, last seen <Moment at={place.lastSeenAt} />, from{' '}
          {place.network}
          {place.remembered && ', remembered'}
        </p>
      </div>
      {!place.current && (
        <button className="btn btn--outline btn--small" type="button" onClick={onEnd}>
          Sign out there<span className="visually-hidden">: {name}</span>
        </button>
      )}
    </li>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{moment.format(new Date(at))}</time>;
