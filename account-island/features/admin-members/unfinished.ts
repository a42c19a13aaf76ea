import type { ImportJob } from '#contract/imports';

/** There is something to apply, or to set aside. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
