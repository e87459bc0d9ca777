import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

type JsonSchema = TSchema & {
  type?: string;
  required?: string[];
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

/**
 * Compiles the check of one part of a request, as Fastify calls it: it returns the `value` to go on with or, as `error`,
 * the list of what is wrong. The texts of a path or query are read as the types that the schema declares.
 *
 * A pattern or format only ever sees a text of an allowed length. `Errors` of TypeBox tries every rule of a text, so it
 * gets the whole schema only when all lengths are right.
 */
export function compileValidator({ schema, httpPart }: { schema: TSchema; httpPart?: string | undefined }) {
  const whole = Compile(schema);
  const lengths = Compile(keepLengths(schema, true));
  const shape = Compile(keepLengths(schema));
  const integers = Object.entries((schema as JsonSchema).properties ?? {}).flatMap(([name, { type }]) =>
    type === 'integer' ? [name] : [],
  );
  return (given: unknown) => {
    const value = httpPart === 'body' ? given : readTexts(schema, integers, given as Record<string, unknown>);
    if (whole.Check(value)) return { value };
    return { error: lengths.Check(value) ? whole.Errors(value) : shape.Errors(value) };
  };
}

/**
 * The same schema with the types, the required fields and the greatest length of each text, and no other rule. The
 * members of a union keep lengths only: a union holds one kind of text at most.
 */
function keepLengths({ type, required, maxLength, properties, items, anyOf }: JsonSchema, inUnion = false): TSchema {
  return {
    ...(type === undefined || inUnion ? {} : { type }),
    ...(required === undefined || inUnion ? {} : { required }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, keepLengths(one, inUnion)]),
          ),
        }
      : {}),
    ...(items ? { items: keepLengths(items, inUnion) } : {}),
    ...(anyOf ? { allOf: anyOf.map((one) => keepLengths(one, true)) } : {}),
  };
}

/** `Value.Convert`, which changes `given`, would cut off a fraction and take an empty text for 0. */
function readTexts(schema: TSchema, integers: string[], given: Record<string, unknown>): unknown {
  const numbers = integers.flatMap((name) => (name in given ? [[name, readInteger(given[name])]] : []));
  return Object.assign(Value.Convert(schema, given) as object, Object.fromEntries(numbers));
}

/** The number of a text in decimal digits; anything else stays as it is and fails the check. */
function readInteger(given: unknown): unknown {
  return typeof given === 'string' && /^-?\d{1,20}$/.test(given) ? Number(given) : given;
}
