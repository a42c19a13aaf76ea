import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';

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

/** The records of a CSV file, read by a parser that knows nothing of the one that wrote it. */
export const readCsvRecords = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

/** Records as their CSV file should have them. */
export const asCells = (records: Records, columns: string[]) =>
  records.map((record) =>
    Object.fromEntries(columns.map((column) => [column, [record[column] ?? ''].flat().join('; ')])),
  );
