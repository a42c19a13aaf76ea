import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changePasskeys, getPasskeys } from '#contract/passkeys';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { passkeyMessages as texts } from '../../text/passkeys.ts';
import { BrowserItem } from '../../ui/browser-item.tsx';
import { Button } from '../../ui/button.tsx';
import { ItemList } from '../../ui/data-table.tsx';
import { importWithTimeout } from '../../ui/lazy-part.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ConfirmDialog, type IdentityProof } from './confirm-dialog.tsx';
import { useSecondFactor } from './two-step-section.tsx';

const PASSKEYS_QUERY = ['passkeys'];

/** The member's passkeys. */
export const usePasskeys = () =>
  useQuery({ queryKey: PASSKEYS_QUERY, queryFn: async () => (await request(getPasskeys)).data });

const isSupported = () => typeof PublicKeyCredential === 'function';

/** The member's passkeys, to add and remove. */
export function PasskeysSection() {
  const client = useQueryClient();
  const passkeys = usePasskeys();
  const secondFactor = useSecondFactor();
  const { item: change, notice, open, end } = useItemDialog<PasskeyChange>();
  const onEnd = (text?: string) => {
    end(text);
    // Even after a cancellation: a reply may have been lost.
    for (const queryKey of [PASSKEYS_QUERY, ['sessions'], ['history']])
      client.invalidateQueries({ queryKey });
  };

  return (
    <>
      <p>{texts.what}</p>
      <QueryState query={passkeys} failed={texts.loadFailed}>
        {(list) => (
          <>
            {list.length === 0 ? (
              <p className="hint">{texts.none}</p>
            ) : (
              <ItemList>
                {list.map((passkey) => (
                  <BrowserItem
                    key={passkey.id}
                    browser={passkey.browser}
                    facts={[
                      texts.addedOn(formatLongDate(passkey.addedAt)),
                      passkey.lastUsedAt ? texts.usedOn(formatLongDate(passkey.lastUsedAt)) : texts.neverUsed,
                    ]}
                    action="Remove"
                    isLocked={!secondFactor.data}
                    onAction={() => open({ action: 'remove', id: passkey.id })}
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
        <PasskeyDialog change={change} hasCode={secondFactor.data.enrolledAt !== null} onEnd={onEnd} />
      )}
    </>
  );
}

type PasskeyChange = { action: 'add' } | { action: 'remove'; id: string };

interface Props {
  change: PasskeyChange;
  hasCode: boolean;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (done?: string) => void;
}

/** Adds or removes a passkey, after the password. */
function PasskeyDialog({ change, hasCode, onEnd }: Props) {
  const { done, ...dialog } = texts[change.action];
  return (
    <ConfirmDialog
      {...dialog}
      hasCode={hasCode}
      unexpected={texts.passkeyNotCreated}
      onConfirm={async (given) => {
        if (change.action === 'add') await addPasskey(given);
        else await removePasskey(change.id, given);
        onEnd(done);
      }}
      onCancel={() => onEnd()}
    />
  );
}

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
