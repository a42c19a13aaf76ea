import * as z from 'zod/mini';

/** A synthesised template, as far as its values are looked up. */
interface Exporting {
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}

const Ref = z.strictObject({ Ref: z.string() });
const GetAtt = z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const ImportValue = z.strictObject({ 'Fn::ImportValue': z.string() });
const Join = z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

/**
 * Replaces CloudFormation's functions in a value, at any depth. `physical` gives the value of a resource, by its logical
 * ID and `Ref` or the name of an attribute.
 */
export function intrinsics(
  templates: readonly Exporting[],
  physical: (id: string, attribute: string) => string,
): (value: unknown) => unknown {
  const outputs = templates.flatMap(({ Outputs = {} }) => Object.values(Outputs));
  const exported = new Map(outputs.map(({ Value, Export }) => [Export?.Name, Value]));
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const ref = Ref.safeParse(value).data;
    if (ref) return physical(ref.Ref, 'Ref');
    const attribute = GetAtt.safeParse(value).data;
    if (attribute) return physical(...attribute['Fn::GetAtt']);
    const imported = ImportValue.safeParse(value).data;
    if (imported) return resolve(exported.get(imported['Fn::ImportValue']));
    const joined = Join.safeParse(value).data;
    if (joined) return joined['Fn::Join'][1].map(resolve).join(joined['Fn::Join'][0]);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]));
  };
  return resolve;
}
