import { describe, expect, it } from 'vitest';
import { hongKongDate } from '#shared/hong-kong';
import { ReminderConfig, readConfig } from '../../../functions/platform/config.ts';
import { defaultStages, findDueStage } from '../../../functions/reminders/reminders.ts';

describe('the stage that is due', () => {
  const none = undefined;
  it.each([
    // Each stage begins with its day in Hong Kong, at 16:00 UTC of the day before.
    ['2026-11-30T15:59:59.999Z', none],
    ['2026-11-30T16:00:00.000Z', '2027 12-01'],
    ['2026-12-14T16:00:00.000Z', '2027 12-15'],
    ['2026-12-30T16:00:00.000Z', '2027 12-31'],
    ['2027-01-01T15:59:59.999Z', '2027 12-31'],
    ['2027-01-01T16:00:00.000Z', '2027 01-02'],
    // A missed last stage is caught up for a month.
    ['2027-02-02T15:59:59.999Z', '2027 01-02'],
    ['2027-02-02T16:00:00.000Z', none],
  ])('at %s is %s', (instant, expected) => {
    const due = findDueStage(defaultStages, hongKongDate(new Date(instant)));
    expect(due && `${due.year} ${due.stage}`).toBe(expected);
  });

  it.each([
    [[], '2026-12-15', none],
    [['12-15', '12-01'], '2026-12-20', '2027 12-15'],
    [['12-01'], '2027-01-02', none],
    [['07-01'], '2026-07-01', '2027 07-01'],
    [['02-28'], '2028-02-29', '2028 02-28'],
  ])('of %s on %s is %s', (stages, today, expected) => {
    const due = findDueStage(stages, today);
    expect(due && `${due.year} ${due.stage}`).toBe(expected);
  });
});

describe('the configuration of stages', () => {
  const read = (stages?: string) =>
    readConfig(ReminderConfig, {
      TABLE_NAME: 'members',
      ...(stages !== undefined && { REMINDER_STAGES: stages }),
    }).REMINDER_STAGES;

  it('can be left out', () => {
    expect(read()).toBeUndefined();
    expect(read('["11-20","02-28"]')).toEqual(['11-20', '02-28']);
  });

  it.each(['12-01', '["13-01"]', '["02-29"]', '[1]', ''])('rejects %s', (stages) => {
    expect(() => read(stages)).toThrow(/REMINDER_STAGES/);
  });
});
