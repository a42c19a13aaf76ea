import { openAsBlob } from 'node:fs';
import type { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { errorCode, StartupError } from './disk/errors.ts';

/** The first bytes of a file in age's format (age-encryption.org/v1). */
const AGE = 'age-encryption.org/v1\n';

const MIN_PASSPHRASE = 16;

/** The passphrase of encrypted backups; undefined where none is given. @throws one sentence for a short one */
export function readPassphrase({
  BACKUP_PASSPHRASE: passphrase = '',
}: NodeJS.ProcessEnv): string | undefined {
  if (passphrase === '' || passphrase.length >= MIN_PASSPHRASE) return passphrase || undefined;
  throw new StartupError(`BACKUP_PASSPHRASE has fewer than ${MIN_PASSPHRASE} characters. Use a longer one.`);
}

/** Encrypts a stream with a passphrase (scrypt, ChaCha20-Poly1305), so that age's own program opens it too. */
export function encrypt(plain: Readable, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const chunks: AsyncIterator<Uint8Array> = plain[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return encrypter.encrypt(stream);
}

/**
 * The bytes of a file, decrypted where it is encrypted.
 * @throws one sentence for a missing or wrong passphrase, or a changed file
 */
export async function* readDecrypted(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  const blob = await openAsBlob(file);
  if ((await blob.slice(0, AGE.length).text()) !== AGE) return yield* blob.stream();
  if (passphrase === undefined)
    throw new StartupError(`${file} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    yield* await decrypter.decrypt(blob.stream());
  } catch (cause) {
    if (errorCode(cause) !== '') throw cause;
    throw new StartupError(
      `${file} can't be decrypted: BACKUP_PASSPHRASE is wrong, or the file is damaged. Nothing was changed.`,
      { cause },
    );
  }
}
