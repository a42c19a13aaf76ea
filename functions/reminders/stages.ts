import { daysBetween } from '#shared/hong-kong';

/** Dates of a reminder, MM-DD in Hong Kong: from July on they lie before the 1 January that they are about, else after it. */
export type Stages = readonly string[];

/** Architecture, decision 4. */
export const defaultStages: Stages = ['12-01', '12-15', '12-31', '01-02'];

/** A missed reminder is still sent within these days; a later one would surprise. */
export const CATCH_UP_DAYS = 31;

export interface DueStage {
  /** Whose membership ends on 1 January of this year. */
  year: number;
  /** The stage's own MM-DD. */
  stage: string;
}

/** The latest stage that has begun on this day in Hong Kong (YYYY-MM-DD): whatever came before it no longer matters. */
export function findDueStage(stages: Stages, today: string): DueStage | undefined {
  const thisYear = Number(today.slice(0, 4));
  const begun = [thisYear, thisYear + 1]
    .flatMap((year) => stages.map((stage) => ({ year, stage, date: dateOf(stage, year) })))
    .filter(({ date }) => date <= today && daysBetween(date, today) <= CATCH_UP_DAYS)
    .sort((a, b) => (a.date < b.date ? 1 : -1));
  const [latest] = begun;
  return latest && { year: latest.year, stage: latest.stage };
}

const dateOf = (stage: string, year: number): string =>
  `${String(stage >= '07-01' ? year - 1 : year).padStart(4, '0')}-${stage}`;
