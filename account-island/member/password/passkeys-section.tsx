import { useQueryClient } from '@tanstack/react-query';
import { changePasskeys } from '#contract/passkeys';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { browserName } from '../../text/browser-name.ts';
import { passkeyNotCreated, passkeyParts, passkeyMessages as texts } from '../../text/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { ItemList } from '../../ui/data-table.tsx';
import { importWithTimeout } from '../../ui/lazy-part.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ConfirmDialog, type IdentityProof } from './confirm-dialog.tsx';
import { PASSKEYS_QUERY, usePasskeys, useSecondFactor } from './queries.ts';

const isSupported = () => typeof PublicKeyCredential === 'function';

/** The member's passkeys, to add and remove. */
export function PasskeysSection() {
  const client = useQueryClient();
  const passkeys = usePasskeys();
  const secondFactor = useSecondFactor();
  const { item: change, notice, open, done } = useItemDialog<PasskeyChange>();
  const end = (text?: string) => {
    done(text);
    // Even after a cancellation: a reply may have been lost.
    for (const queryKey of [PASSKEYS_QUERY, ['sessions'], ['history']])
      client.invalidateQueries({ queryKey });
  };

  return (
    <>
      <p>{texts.what}</p>
      <QueryState query={passkeys} waiting={texts.loading} failed={texts.loadFailed}>
        {(list) => (
          <>
            {list.length === 0 ? (
              <p className="hint">{texts.none}</p>
            ) : (
              <ItemList>
                {list.map((passkey) => (
                  <PasskeyItem
                    key={passkey.id}
                    {...passkey}
                    onRemove={() => open({ action: 'remove', id: passkey.id })}
                  />
                ))}
              </ItemList>
            )}
            <ResultNotice notice={notice} takesFocus />
            <div className="panel__actions">
              {isSupported() ? (
                <Button kind="outline" disabled={!secondFactor.data} onClick={() => open({ action: 'add' })}>
                  Add a passkey
                </Button>
              ) : (
                <p className="hint">{texts.notSupported}</p>
              )}
            </div>
          </>
        )}
      </QueryState>
      {change && secondFactor.data && (
        <PasskeyDialog change={change} hasCode={secondFactor.data.enrolledAt !== null} onEnd={end} />
      )}
    </>
  );
}

interface ItemProps {
  browser: string;
  addedAt: string;
  lastUsedAt: string | null;
  onRemove: () => void;
}

function PasskeyItem({ browser, addedAt, lastUsedAt, onRemove }: ItemProps) {
  const name = browserName(browser);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <ul className="hint cluster">
          <li>
            {passkeyParts.added}: <Day at={addedAt} />
          </li>
          <li>
            {lastUsedAt === null ? (
              passkeyParts.neverUsed
            ) : (
              <>
                {passkeyParts.lastUsed}: <Day at={lastUsedAt} />
              </>
            )}
          </li>
        </ul>
      </div>
      <Button kind="outline" isSmall aria-label={`Remove: ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

const Day = ({ at }: { at: string }) => <time dateTime={at}>{formatLongDate(at)}</time>;

type PasskeyChange = { action: 'add' } | { action: 'remove'; id: string };

interface Props {
  change: PasskeyChange;
  hasCode: boolean;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (done?: string) => void;
}

const dialogs = {
  add: { title: texts.addTitle, text: texts.addText, label: 'Continue', failed: texts.addFailed },
  remove: { title: texts.removeTitle, text: texts.removeText, label: 'Remove', failed: texts.removeFailed },
};

/** Adds or removes a passkey, after the password. */
const PasskeyDialog = ({ change, hasCode, onEnd }: Props) => (
  <ConfirmDialog
    {...dialogs[change.action]}
    hasCode={hasCode}
    unexpected={passkeyNotCreated}
    onConfirm={async (given) => {
      if (change.action === 'add') await addPasskey(given);
      else await removePasskey(change.id, given);
      onEnd(change.action === 'add' ? texts.added : texts.removed);
    }}
    onCancel={() => onEnd()}
  />
);

/** Loaded with the first change: most visits of the panel have none. */
const webauthn = () => importWithTimeout(() => import('@simplewebauthn/browser'));

async function addPasskey(given: IdentityProof): Promise<void> {
  const { options } = (await request(changePasskeys, { action: 'begin', ...given })).data;
  if (!options) throw new Error('The reply has no options.');
  const { startRegistration } = await webauthn();
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports } = response;
  await request(changePasskeys, {
    action: 'finish',
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    },
  });
}

async function removePasskey(id: string, given: IdentityProof): Promise<void> {
  await request(changePasskeys, { action: 'remove', id, ...given });
  // The device forgets it too, where the browser can tell it.
  await webauthn()
    .then(({ sendSignal }) =>
      sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID: id }),
    )
    .catch(() => {});
}
