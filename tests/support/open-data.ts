import { Ajv2020 } from 'ajv/dist/2020.js';
import Papa from 'papaparse';

type Records = Record<string, string | number | string[]>[];
export type DataFile = { title: string; builtOn: string; licence?: unknown; records: Records };

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const formats = {
  uri: URL.canParse,
  date: isDay,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
};

/** What a JSON Schema finds wrong with a value. */
export const findSchemaErrors = (schema: object, value: unknown): string[] => {
  const validate = new Ajv2020({ allErrors: true, formats }).compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** The records of a CSV file; throws for one that is not well formed. */
export function readCsvRecords(csv: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(csv, { header: true });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}

/** Records as their CSV file should have them. */
export const asCells = (records: Records, columns: string[]) =>
  records.map((record) =>
    Object.fromEntries(columns.map((column) => [column, [record[column] ?? ''].flat().join('; ')])),
  );
