import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { startApi } from './api.ts';
import { hashed, PASSWORD, SALT } from './make.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();
const base64url = (content: Uint8Array) => Buffer.from(content).toString('base64url');

/** What a test may make wrong in a device's answer. */
interface Flaws {
  origin?: string;
  rpId?: string;
  /** Whether the device has asked for a PIN or biometrics. */
  userVerified?: boolean;
  challenge?: string;
}

/** A device that keeps one passkey, ES256 without attestation (WebAuthn level 3, sections 6.1 and 6.5). */
export function createDevice({ counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let signatureCount = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, { origin = 'https://www.example.org' }: Flaws) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    flags: number,
    { rpId = 'www.example.org', userVerified = true }: Flaws,
    credential = Buffer.alloc(0),
  ) => {
    if (counts) signatureCount += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signatureCount);
    const present = flags | 0x01 | (userVerified ? 0x04 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([present]), counter, credential]);
  };
  const common = () => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  });

  return {
    id: base64url(id),

    /** The answer to the options for a new passkey. */
    create(options: { challenge: string; user: { id: string } }, flaws: Flaws = {}) {
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const authData = authenticatorData(0x40, flaws, credential);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...common(),
        response: {
          clientDataJSON: base64url(
            clientData('webauthn.create', flaws.challenge ?? options.challenge, flaws),
          ),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },

    /** The answer to the options for a login. */
    use(options: { challenge: string }, flaws: Flaws = {}) {
      const client = clientData('webauthn.get', flaws.challenge ?? options.challenge, flaws);
      const data = authenticatorData(0, flaws);
      return {
        ...common(),
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle,
        },
      };
    },
  };
}

export type Device = ReturnType<typeof createDevice>;

const password = hashed(PASSWORD, SALT);

/** Begins to add a passkey for the token's member. */
export const beginPasskey = (api: Api, token: string, fields: object = {}) =>
  api.post('/user/passkeys', { action: 'begin', password, ...fields }, { token });

export async function addPasskey(api: Api, token: string, device = createDevice()): Promise<Device> {
  const { options } = (await beginPasskey(api, token)).body.data;
  const response = device.create(options);
  const reply = await api.post('/user/passkeys', { action: 'finish', response }, { token });
  if (reply.status !== 200) throw new Error(`The passkey was not added: ${reply.body.error}`);
  return device;
}

/** What the site asks devices for. */
export const challengeToLogIn = async (api: Api): Promise<{ challenge: string }> =>
  (await api.post('/auth/passkey', { action: 'begin' })).body.options;

export const finishLogIn = (api: Api, response: unknown) =>
  api.post('/auth/passkey', { action: 'finish', response });

export const logInWith = async (api: Api, device: Device, flaws?: Flaws) =>
  finishLogIn(api, device.use(await challengeToLogIn(api), flaws));
