/** An error that the person at the keyboard can correct: its message is the one sentence to print. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** The code of an error of Node or of the product, such as `ENOENT`; empty for an error without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
