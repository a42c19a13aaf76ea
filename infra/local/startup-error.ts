/** Something that the person at the keyboard can mend: its message is the one sentence to print. */
export class StartupError extends Error {
  override name = 'StartupError';
}
