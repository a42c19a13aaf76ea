import { describe, expect, it } from 'vitest';
import { hongKongDate } from '#shared/hong-kong';
import { ReminderConfig, readConfig } from '../../../functions/platform/config.ts';
import { defaultStages, findDueStage } from '../../../functions/reminders/reminders.ts';

const stageAt = (stages: readonly string[], instant: string) => {
  const due = findDueStage(stages, hongKongDate(new Date(instant)));
  return due && `${due.year} ${due.stage}`;
};

describe('the stage that is due', () => {
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
  ])('at %s is %s', (instant, expected) => {
    expect(stageAt(defaultStages, instant)).toBe(expected);
  });

  it.each([
    [[], '2026-12-15', none],
    [['12-15', '12-01'], '2026-12-20', '2027 12-15'],
    [['12-01'], '2027-01-02', none],
    [['07-01'], '2026-07-01', '2027 07-01'],
  ])('of %s on %s is %s', (stages, today, expected) => {
    expect(stageAt(stages, today)).toBe(expected);
  });
});

it.each([
  [undefined, undefined],
  ['["11-20","02-28"]', ['11-20', '02-28']],
  ['12-01', 'rejected'],
  ['["02-29"]', 'rejected'],
  ['', 'rejected'],
])('stages configured as %s are %j', (stages, expected) => {
  const given = { TABLE_NAME: 'members', ...(stages !== undefined && { REMINDER_STAGES: stages }) };
  const read = () => readConfig(ReminderConfig, given).REMINDER_STAGES;
  if (expected === 'rejected') expect(read).toThrow(/REMINDER_STAGES/);
  else expect(read()).toEqual(expected);
});
