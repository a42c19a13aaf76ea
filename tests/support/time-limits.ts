import { sized } from './sizes.ts';

/*
 * The only limits of time in the tests. They end what hangs; nothing that works comes near them, on a machine that is busy
 * with other things either. A test that wants to know how fast something is counts calls, or sets the clock.
 */

/** For one condition: a wait ends with an error that says what it waited for. */
export const WAIT_LIMIT_MS = 120_000;

/** For a whole test or hook, so much longer that a wait in it ends first. */
export const TEST_LIMIT_MS = sized(600_000, 3_600_000);
