import { expect, it } from 'vitest';
import { hongKongDate } from '#shared/hong-kong';
import { defaultStages, findDueStage } from '../../../functions/reminders/reminders.ts';

const stageAt = (stages: readonly string[], instant: string) => {
  const due = findDueStage(stages, hongKongDate(new Date(instant)));
  return due && `${due.year} ${due.stage}`;
};

const none = undefined;

it.each([
  // Each stage begins with its day in Hong Kong, at 16:00 UTC of the day before.
  ['2026-11-30T15:59:59.999Z', none],
  ['2026-11-30T16:00:00.000Z', '2027 12-01'],
  ['2026-12-14T16:00:00.000Z', '2027 12-15'],
  ['2026-12-30T16:00:00.000Z', '2027 12-31'],
  ['2027-01-01T16:00:00.000Z', '2027 01-02'],
  // A missed last stage is caught up for a month.
  ['2027-02-02T15:59:59.999Z', '2027 01-02'],
  ['2027-02-02T16:00:00.000Z', none],
])('at %s the stage that is due is %s', (instant, expected) => {
  expect(stageAt(defaultStages, instant)).toBe(expected);
});
