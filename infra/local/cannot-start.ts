/** Something that the person at the keyboard can mend: its message is the one sentence to print. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
