import fc from 'fast-check';
import { validValues } from './schema-arbitrary.ts';

const repeated = (unit: string, length: number) =>
  unit.repeat(Math.max(0, Math.ceil(length / unit.length)));

export type TextShape = (length: number) => string;

/**
 * Texts of a given length in UTF-16 units that make patterns backtrack: long runs whose end does
 * not match.
 */
export const longTextShapes: readonly TextShape[] = [
  ...[
    'a',
    ' ',
    '\n',
    '\t',
    '@',
    '.',
    '-',
    '0',
    'T',
    ':',
    '[',
    '#',
    '%2e',
    'a@',
    '.a',
    ' .',
    '- ',
    '\\',
    '"',
    '{"a":',
    '\u0301',
  ].flatMap((unit) => [
    (length: number) => repeated(unit, length),
    (length: number) => `${repeated(unit, length - 1)}\u0000`,
    (length: number) => `a${repeated(unit, length - 2)}@`,
  ]),
  (length) => `a@${repeated('.a', length - 3)}@`,
  (length) => `2026-01-01T00:00:00.${repeated('0', length - 21)}X`,
  (length) => `#${repeated('0123456789abcdef', length - 1)}`,
];

interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  maxLength?: number;
}

/** A text in one place of a request, as JSON. */
export interface PlacedText {
  json: string;
  /** True if the schema limits that place. */
  limited: boolean;
  /** Places that the schema judges by the same rules have the same kind. */
  kind: string;
}

/**
 * Yields bodies as JSON text that are valid except for `text` in one place, for every place of the
 * schema.
 */
export function* bodiesWithText(schema: Schema, text: string): Generator<PlacedText> {
  if (schema.anyOf) for (const one of schema.anyOf) yield* bodiesWithText(one, text);
  else if (schema.type === 'array') {
    for (const placed of bodiesWithText(schema.items ?? {}, text))
      yield { ...placed, json: `[${placed.json}]` };
  } else if (schema.type === 'object') {
    const valid = sampleOf(schema);
    const place = (name: string, json: string) => {
      const others = Object.entries(valid).filter(([other]) => other !== name);
      const members = others.map(
        ([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)}`,
      );
      return `{${[...members, `${JSON.stringify(name)}:${json}`].join(',')}}`;
    };
    yield { json: place('unexpected', JSON.stringify(text)), limited: false, kind: 'unexpected' };
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      for (const placed of bodiesWithText(property, text))
        yield { ...placed, json: place(name, placed.json) };
    }
  } else
    yield { json: JSON.stringify(text), limited: schema.type !== undefined, kind: kindOf(schema) };
}

/**
 * Returns the rules of a place without their numbers: two places with limits of different length
 * are of one kind.
 */
function kindOf(schema: Schema): string {
  const { type, pattern, format, ...others } = schema as Schema & {
    pattern?: string;
    format?: string;
  };
  return JSON.stringify([
    type,
    pattern,
    format,
    Object.keys(others).filter((key) => !described.includes(key)),
  ]);
}

const described = ['title', 'description', 'examples', 'default'];

const samples = new WeakMap<Schema, Record<string, unknown>>();

/** Returns the same valid object at each call. */
function sampleOf(schema: Schema): Record<string, unknown> {
  const kept = samples.get(schema);
  if (kept) return kept;
  const [sample] = fc.sample(validValues(schema), { numRuns: 1, seed: 1 }) as [
    Record<string, unknown>,
  ];
  samples.set(schema, sample);
  return sample;
}

/** Returns the places of a schema, as JSON pointers, whose texts have no limit. */
export function unboundedTexts(schema: Schema, path = ''): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => unboundedTexts(one, path));
  if (schema.type === 'array') return unboundedTexts(schema.items ?? {}, `${path}/*`);
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      unboundedTexts(one, `${path}/${name}`),
    );
  const isAnyText = schema.type === 'string' && schema.const === undefined;
  return isAnyText && schema.maxLength === undefined ? [path] : [];
}
