/** The hash that is sent instead of the password, which is neither trimmed nor cut. */
export const hashPassword = (password: string, salt: string): Promise<string> =>
  sha256(password.normalize('NFKC') + salt);

/** SHA-256 of a text's UTF-8 bytes, as lower-case hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Identifies a session without being a credential: no call accepts it. */
export const sessionReference = async (sessionId: string): Promise<string> =>
  (await sha256(sessionId)).slice(0, 8);
