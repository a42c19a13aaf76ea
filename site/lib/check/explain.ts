import * as z from 'zod';

/** The fields that the schema knows at a path, for an issue about one that it does not. */
const fieldsAt = (schema: unknown, path: readonly PropertyKey[]): string[] => {
  if (schema instanceof z.ZodOptional) return fieldsAt(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, path.slice(1));
  if (!(schema instanceof z.ZodObject)) return [];
  const [first, ...rest] = path;
  return first === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[String(first)], rest);
};

/** One sentence for an issue of a schema: the field, what is wrong, what is right. */
export const explain = (schema: z.ZodType, issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, issue.path).join(', ');
    return issue.keys
      .map((key) => `"${[...issue.path, key].join('.')}" is not a field here; the fields are ${known}`)
      .join('; ');
  }
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const what = missing ? 'is missing' : issue.message.replace(/^Invalid input: |^Invalid /, 'is not right: ');
  return issue.path.length === 0 ? what : `"${issue.path.join('.')}" ${what}`;
};
