import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

interface CreatedPasskey {
  /** base64url, like the public key in COSE. */
  id: string;
  publicKey: string;
  signatureCount: number;
  transports: string[];
}

/** Whether the challenge that a response has signed is the one that was asked for. */
type AcceptChallenge = (challenge: string) => boolean;

/** How long a person may take. */
const TIMEOUT_MS = 5 * 60_000;
const SITE_NAME = 'Asia Graphics Association';
/** COSE names of the algorithms that devices offer: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

export type Webauthn = ReturnType<typeof siteWebauthn>;

/**
 * Passkeys of the site (WebAuthn level 3). Each is kept by a device that verifies its owner, so that it counts as two
 * factors. A response that is not valid, for which the library rejects with an `Error`, resolves to undefined.
 */
export function siteWebauthn(siteUrl: string) {
  const { origin, hostname } = new URL(siteUrl);
  const ours = { expectedOrigin: origin, expectedRPID: hostname };
  return {
    creationOptions: (
      challenge: Uint8Array,
      { uid, username, name }: { uid: string; username: string; name: string },
      existing: readonly { id: string }[],
    ) =>
      generateRegistrationOptions({
        rpName: SITE_NAME,
        rpID: hostname,
        userID: Buffer.from(uid),
        userName: username,
        userDisplayName: name,
        challenge: Buffer.from(challenge),
        timeout: TIMEOUT_MS,
        excludeCredentials: existing.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),

    requestOptions: (challenge: Uint8Array) =>
      generateAuthenticationOptions({
        rpID: hostname,
        challenge: Buffer.from(challenge),
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      }),

    async verifyCreation(
      response: RegistrationResponseJSON,
      accept: AcceptChallenge,
    ): Promise<CreatedPasskey | undefined> {
      const options = { response, ...ours, expectedChallenge: accept, supportedAlgorithmIDs: ALGORITHMS };
      const result = await verifyRegistrationResponse(options).catch(() => undefined);
      if (!result?.verified) return undefined;
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
      return {
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        signatureCount: counter,
        transports,
      };
    },

    /** Resolves to the device's new count of signatures. */
    async verifyUse(
      response: AuthenticationResponseJSON,
      accept: AcceptChallenge,
      { id, publicKey, signatureCount }: Pick<CreatedPasskey, 'id' | 'publicKey' | 'signatureCount'>,
    ) {
      const credential = { id, publicKey: Buffer.from(publicKey, 'base64url'), counter: signatureCount };
      const options = { response, ...ours, expectedChallenge: accept, credential };
      const result = await verifyAuthenticationResponse(options).catch(() => undefined);
      return result?.verified ? { signatureCount: result.authenticationInfo.newCounter } : undefined;
    },
  };
}
