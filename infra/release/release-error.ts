/** An error that the operator can correct: its message is what to print. */
export class ReleaseError extends Error {}
