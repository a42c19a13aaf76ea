import { changePasskeys } from '#contract/passkeys';
import { request } from '../../../api/client.ts';
import { importWithTimeout } from '../../../components/lazy-part.tsx';
import { passkeyNotCreated, passkeyMessages as texts } from '../../../text/passkeys.ts';
import { ConfirmDialog, type IdentityProof } from '../confirm-dialog.tsx';

export type PasskeyChange = { action: 'add' } | { action: 'remove'; id: string };

interface Props {
  change: PasskeyChange;
  hasCode: boolean;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (done?: string) => void;
}

/** Adds or removes a passkey, after the password. */
export function PasskeyDialog({ change, hasCode, onEnd }: Props) {
  const common = { hasCode, unexpected: passkeyNotCreated, onCancel: () => onEnd() };
  return change.action === 'add' ? (
    <ConfirmDialog
      {...common}
      title={texts.addTitle}
      text={texts.addText}
      label="Continue"
      failed={texts.addFailed}
      onConfirm={async (given) => {
        await addPasskey(given);
        onEnd(texts.added);
      }}
    />
  ) : (
    <ConfirmDialog
      {...common}
      title={texts.removeTitle}
      text={texts.removeText}
      label="Remove"
      failed={texts.removeFailed}
      onConfirm={async (given) => {
        await removePasskey(change.id, given);
        onEnd(texts.removed);
      }}
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
