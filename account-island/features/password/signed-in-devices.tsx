import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getDevices, type SignedInDevice, signOutDevices } from '#contract/account';
import { call } from '../../api/client.ts';
import { SaidNote } from '../../components/notice.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { browserName } from '../../text/browser-name.ts';
import { passwordMessages } from '../../text/password.ts';

type Place = z.output<typeof SignedInDevice>;

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Where the member is signed in, with the way to end each of them but this one. */
export function Places() {
  const places = useQuery({ queryKey: ['sessions'], queryFn: () => call(getDevices) });
  const end = useAction(
    async (reference?: string) => {
      await call(signOutDevices, reference === undefined ? {} : { reference });
      await places.refetch();
    },
    {
      done: (_, reference) =>
        reference === undefined ? passwordMessages.signedOutElsewhere : passwordMessages.signedOutThere,
    },
  );

  return (
    <Loaded query={places} waiting={passwordMessages.loadingPlaces} failed={passwordMessages.placesFailed}>
      {({ data: list }) => (
        <>
          <ul className="places">
            {list.map((place) => (
              <Row key={place.reference} place={place} onEnd={() => end.start(place.reference)} />
            ))}
          </ul>
          <SaidNote said={end.said} />
          {list.length > 1 ? (
            <p>
              <button
                className="btn btn--line"
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
    </Loaded>
  );
}

function Row({ place, onEnd }: { place: Place; onEnd: () => void }) {
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
        <button className="btn btn--line btn--sm" type="button" onClick={onEnd}>
          Sign out there<span className="vh">: {name}</span>
        </button>
      )}
    </li>
  );
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{moment.format(new Date(at))}</time>;
