/** From the word lists of zxcvbn, most common first; loaded with the first registration. */
export async function commonPasswords(): Promise<readonly string[]> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'];
}
