import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import aws4 from 'aws4';

let latest: { of: string; key: KeyObject } | undefined;

/**
 * aws4's signatures, with the day's signing key as Node itself holds keys: aws4 keeps its bytes, and to make a key of
 * them for every call took as long as the rest of signing. "Create a signed AWS API request", step 4.
 */
export class Signer extends aws4.RequestSigner {
  override signature(): string {
    return createHmac('sha256', this.#key()).update(this.stringToSign()).digest('hex');
  }

  #key(): KeyObject {
    const { secretAccessKey } = this.credentials;
    const scope = this.credentialString();
    const of = `${secretAccessKey} ${scope}`;
    if (latest?.of !== of) {
      const secret = Buffer.from(`AWS4${secretAccessKey}`);
      latest = { of, key: createSecretKey(scope.split('/').reduce(hmac, secret)) };
    }
    return latest.key;
  }
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
