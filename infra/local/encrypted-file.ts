import { createWriteStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { errorCode, StartupError } from './disk/errors.ts';
import { PRIVATE_FILE_MODE } from './disk/files.ts';

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

/** Encrypts a file with a passphrase (scrypt, ChaCha20-Poly1305), so that age's own program opens it too. */
export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await pipeline(
    await encrypter.encrypt(await bytesOf(from)),
    createWriteStream(to, { mode: PRIVATE_FILE_MODE, flags: 'wx' }),
  );
}

/** @throws one sentence for a wrong passphrase or a changed file */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    await pipeline(
      await decrypter.decrypt(await bytesOf(from)),
      createWriteStream(to, { mode: PRIVATE_FILE_MODE, flags: 'wx' }),
    );
  } catch (cause) {
    if (errorCode(cause) !== '') throw cause;
    throw new StartupError(
      `${from} can't be decrypted: BACKUP_PASSPHRASE is wrong, or the file is damaged. Nothing was changed.`,
      { cause },
    );
  }
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === AGE;
  } finally {
    await handle.close();
  }
}

const bytesOf = async (file: string): Promise<ReadableStream<Uint8Array>> =>
  (await openAsBlob(file)).stream();
