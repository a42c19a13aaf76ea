import * as z from 'zod';
import { formatCsv } from '#shared/csv';
import { hongKongDate } from '#shared/hong-kong';
import { type DataFormat, dataFile, dataRecords, schemaPath } from '../../schemas/open-data.ts';
import type { Site } from '../../schemas/site.ts';
import type { DataSet, Value } from './data-sets.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const formatCell = (value: Value) => (Array.isArray(value) ? value.join('; ') : `${value ?? ''}`);

/** A data set as a file. In CSV (RFC 4180), the values of a list are parted by `; `. */
export const formatDataSet = (set: DataSet, format: DataFormat, site: Site, builtAt: Date) => {
  const { name, title, description, records } = set;
  const columns = Object.keys(dataRecords[name].shape);
  if (format === 'csv')
    return formatCsv(
      records.map((one) => Object.fromEntries(columns.map((column) => [column, formatCell(one[column])]))),
      columns,
    );
  return json({
    $schema: new URL(schemaPath(name), site.address).href,
    title,
    description,
    publisher: site.name,
    page: new URL('/data', site.address).href,
    licence: site.dataLicence,
    builtOn: hongKongDate(builtAt),
    records: records.map((one) => Object.fromEntries(columns.map((column) => [column, one[column]]))),
  });
};

/** The JSON Schema of a data set's JSON file. */
export const formatSchema = ({ name, title }: DataSet, { address }: Site) =>
  json({
    $id: new URL(schemaPath(name), address).href,
    title,
    ...z.toJSONSchema(dataFile(dataRecords[name])),
  });
