import type { Operator } from '../../functions/handlers/operator.ts';
import type { Given } from './options.ts';

/** What the help says about a command. */
export interface Description {
  readonly does: string;
  /** What stands behind the command; a username where nothing else is said, nothing where it is empty. */
  readonly takesName?: string;
  readonly nameIsOptional?: boolean;
  /** Its options. */
  readonly takes?: string;
}

export interface Command extends Description {
  /** Resolves to what is printed. */
  readonly run: (operator: Operator, given: Given) => Promise<string>;
}
