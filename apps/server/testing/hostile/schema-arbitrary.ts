import fc from 'fast-check';

/** The parts of a JSON schema that the contract's declarations use. */
interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

/** Makes values that satisfy a schema of the contract. Throws on an unknown part of JSON Schema. */
export function validValues(given: object): fc.Arbitrary<unknown> {
  const schema = given as JsonSchema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValues));
  const make = byType[schema.type ?? ''];
  if (!make)
    throw new Error(`testing/schema-arbitrary.ts cannot make a value of ${JSON.stringify(schema)}`);
  return make(schema);
}

const byType: Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }) =>
    fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum, exclusiveMinimum, maximum = 1e6 }) =>
    fc.double({
      min: exclusiveMinimum ?? minimum ?? -1e6,
      minExcluded: exclusiveMinimum !== undefined,
      max: maximum,
      noNaN: true,
    }),
  string: stringValues,
  array: ({ items = {}, maxItems = 5 }) =>
    fc.array(validValues(items), { maxLength: Math.min(maxItems, 5) }),
  object: objectValues,
};

function stringValues({
  minLength = 0,
  maxLength = 100_000,
  pattern,
  format,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const short = {
    minLength,
    maxLength: Math.min(maxLength, Math.max(minLength, 300)),
    unit: 'binary' as const,
  };
  const matches =
    pattern === undefined ? fc.string(short) : fc.stringMatching(new RegExp(pattern, 'u'));
  return matches.filter(({ length }) => length >= minLength && length <= maxLength);
}

function objectValues({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, validValues(schema)]),
  );
  const record = fc.record(known, { requiredKeys: required });
  if (!additionalProperties) return record;
  return fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue()), record)
    .map(([more, named]) => ({ ...more, ...named }));
}
