import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { UnionPrioritySort, Value } from 'typebox/value';
import type { ErrorDetail } from './errors.ts';
import { namePattern } from './scalars.ts';

// TypeBox would sort the unions of a schema at each cleaning, which takes longer than the cleaning
// itself.
Settings.Set({ unionPrioritySort: false });

type JsonSchema = TSchema & {
  type?: string;
  required?: string[];
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

/**
 * Returns Fastify's check of a part of a request, compiled at its first use: the `value`, without
 * undeclared fields and with converted texts, or the faults as `error`. A pattern sees only texts
 * of an allowed length.
 */
export function compileValidator(part: RequestPart) {
  const check = once(() => compileCheck(part));
  return (given: unknown) => check()(given);
}

interface RequestPart {
  schema: TSchema;
  httpPart?: string | undefined;
}

function compileCheck({ schema, httpPart }: RequestPart) {
  const whole = Compile(schema);
  const sorted = UnionPrioritySort(schema);
  const lengths = once(() => Compile(keepLengths(schema, true)));
  const shape = once(() => Compile(keepLengths(schema)));
  const integers = Object.entries((schema as JsonSchema).properties ?? {}).flatMap(
    ([name, { type }]) => (type === 'integer' ? [name] : []),
  );
  return (given: unknown) => {
    const value =
      httpPart === 'body' ? given : readTexts(schema, integers, given as Record<string, unknown>);
    if (whole.Check(value)) return { value: Value.Clean(sorted, value) };
    return { error: lengths().Check(value) ? whole.Errors(value) : shape().Errors(value) };
  };
}

/** Returns a function that makes its result at the first call and keeps it. */
function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => (made ??= make());
}

/** Reduces a schema to types, required fields and lengths of texts; unions keep lengths only. */
function keepLengths(
  { type, required, maxLength, properties, items, anyOf }: JsonSchema,
  inUnion = false,
): TSchema {
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

/**
 * `Value.Convert`, which changes `given`, would cut off a fraction and take an empty text for 0.
 */
function readTexts(schema: TSchema, integers: string[], given: Record<string, unknown>): unknown {
  const numbers = integers.flatMap((name) =>
    name in given ? [[name, readInteger(given[name])]] : [],
  );
  return Object.assign(Value.Convert(schema, given) as object, Object.fromEntries(numbers));
}

/**
 * Turns a text of decimal digits into its number. Anything else stays unchanged and fails the
 * check.
 */
function readInteger(given: unknown): unknown {
  return typeof given === 'string' && /^-?\d{1,20}$/.test(given) ? Number(given) : given;
}

/** A fault that a schema's check has found. */
interface Fault {
  keyword: string;
  instancePath: string;
  params: object;
  message?: string;
}

/** Returns faults with their places, as answers tell them. */
export function describeFaults(faults: readonly Fault[]): ErrorDetail[] {
  return faults.flatMap(
    ({ keyword, instancePath, params, message = 'is invalid' }): ErrorDetail[] => {
      const { requiredProperties, missingProperty, allowedValues, pattern, format } =
        params as Record<string, unknown>;
      if (pattern === namePattern)
        return [{ path: instancePath, message: 'must be a name on one line' }];
      if (pattern === '\\S') return [{ path: instancePath, message: 'must not be blank' }];
      if (format === 'date')
        return [{ path: instancePath, message: 'must be a date, as YYYY-MM-DD' }];
      if (
        keyword === 'enum' &&
        Array.isArray(allowedValues) &&
        allowedValues.length <= mostNamedValues
      ) {
        return [{ path: instancePath, message: `must be one of ${allowedValues.join(', ')}` }];
      }
      if (keyword !== 'required') return [{ path: instancePath, message }];
      const missing = [requiredProperties ?? missingProperty ?? []].flat();
      if (missing.length === 0) return [{ path: instancePath, message }];
      return missing.map((name) => ({ path: `${instancePath}/${name}`, message: 'is required' }));
    },
  );
}

const mostNamedValues = 20;

/**
 * Fastify's option `schemaController`: compileValidator checks requests, and answers are plain
 * JSON, which is faster and keeps the order of undeclared fields; tests check them. It saves
 * loading Fastify's compilers, 130 files.
 */
export const schemaController = {
  compilersFactory: {
    // Fastify's types of both know Ajv's schemas only.
    buildValidator: (() => compileValidator) as never,
    buildSerializer: (() => () => JSON.stringify) as never,
  },
};
