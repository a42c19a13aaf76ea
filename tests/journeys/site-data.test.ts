import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataPath, dataRecords, schemaPath } from '../../site/schemas/open-data.ts';
import { asCells, type DataFile, findSchemaErrors, readCsvRecords } from '../support/open-data.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');
const fileOf = (name: string): DataFile => JSON.parse(read(dataPath(name, 'json')));
const names = Object.keys(dataRecords) as (keyof typeof dataRecords)[];

it.each(names)(
  'the data set %s names its schema, and has no sample, although this build shows them',
  (name) => {
    const file = fileOf(name);
    expect(findSchemaErrors(JSON.parse(read(schemaPath(name))), file)).toEqual([]);
    expect(file).toMatchObject({ $schema: expect.stringMatching(new RegExp(`${schemaPath(name)}$`)) });
    const columns = Object.keys(dataRecords[name].shape);
    expect(readCsvRecords(read(dataPath(name, 'csv')))).toEqual(asCells(file.records, columns));
    expect(read(dataPath(name, 'json'))).not.toMatch(/sample|Utah Teapot|Stanford Bunny|example\.org/i);
  },
);
