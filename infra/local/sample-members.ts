import { addDays, firstOfJanuary, hongKongDate, yearOf } from '#shared/hong-kong';
import type { Operator } from '../../functions/handlers/operator.ts';

type SampleOperator = Pick<Operator, 'checkImport' | 'applyImport' | 'recordBankTransfer'>;

/** The reason in the audit log. */
const SAMPLE = 'Sample data';

/** More test models of computer graphics. */
const names = [
  ...['Armadillo', 'Asian Dragon', 'Beast', 'Bimba', 'Blub', 'Bob', 'Dragon', 'Elephant', 'Fandisk'],
  ...['Fertility', 'Gargoyle', 'Gyroid', 'Happy Buddha', 'Homer', 'Horse', 'Igea', 'Kitten', 'Knot'],
  ...['Lucy', 'Mannequin', 'Ogre', 'Pensatore', 'Rocker Arm', 'Spot', 'Suzanne', 'Thai Statue', 'Woody'],
];
const categories = [
  ...['Ordinary', 'Student', 'Ordinary', 'Fellow', 'Student', 'Ordinary'],
  ...['Institutional contact', 'Student', 'Honorary'],
];
const usernameOf = (name: string): string => `sample-${name.toLowerCase().replace(' ', '-')}`;

/** The first of them joined so many years ago. */
const YEARS = 7;
/** A part of them pays by bank transfer, one after the other. */
const DAYS_BETWEEN_TRANSFERS = 8;
const FEE = 36_000;

/**
 * Members with the memberships of several years, of whom some have renewed, so that lists, filters and the dashboard have
 * something to show. They come as an association's own list does, by an import, and nobody has invited them yet.
 */
export async function createSampleMembers(operator: SampleOperator, now: Date): Promise<void> {
  const today = hongKongDate(now);
  const report = await operator.checkImport({
    kind: 'members',
    fileName: 'sample-members.csv',
    text: listOfMembers(yearOf(today)),
    columns: {},
    existing: 'skip',
    verifiedReason: SAMPLE,
  });
  let { job } = report;
  while (job && job.state !== 'done') job = await operator.applyImport(job.id);

  const payers = names.filter((_, place) => place % 3 === 0);
  for (const [place, name] of payers.entries())
    await pay(operator, name, addDays(today, -DAYS_BETWEEN_TRANSFERS * place), `FPS ${place + 1}`);
  const [first = ''] = payers;
  // One more than a member can owe, which waits for a review.
  for (const reference of ['FPS 90', 'FPS 91']) await pay(operator, first, today, reference);
}

const pay = (operator: SampleOperator, name: string, date: string, reference: string) =>
  operator.recordBankTransfer(
    usernameOf(name),
    { type: 'professional', amountMinorUnits: FEE, date, reference },
    SAMPLE,
  );

/** A row for each membership; one in four has not renewed for a year or more. */
function listOfMembers(thisYear: number): string {
  const rows = names.flatMap((name, place) => {
    const category = categories[place % categories.length] ?? '';
    const person = `${usernameOf(name)}@asiagraphics.example,Sample,${name},Graphics Test Models,${category}`;
    const type = category === 'Student' ? 'student' : 'professional';
    const last = thisYear - (place % 4 === 1 ? 1 + (place % 3) : 0);
    const first = Math.min(last, thisYear - YEARS + 1 + (place % YEARS));
    return Array.from({ length: last - first + 1 }, (_, at) =>
      [person, type, firstOfJanuary(first + at), firstOfJanuary(first + at + 1)].join(),
    );
  });
  const header =
    'Email,First name,Last name,Affiliation,Category,Membership type,Membership start,Membership end';
  return [header, ...rows].join('\n');
}
