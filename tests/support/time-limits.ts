import { sized } from './sizes.ts';

/*
 * The only limits of time in the tests. They end what hangs; nothing that works comes near them, on a machine that is busy
 * with other things either. A test that wants to know how fast something is counts calls, or sets the clock.
 */

/** The limit of a single condition: its error says what was waited for. */
export const WAIT_LIMIT_MS = 120_000;

/** The limit of a whole test or hook, longer than that of a wait inside it. */
export const TEST_LIMIT_MS = sized(600_000, 3_600_000);
