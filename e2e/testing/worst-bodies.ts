import type { Endpoint } from '@ecp/contract/declaring/endpoint';

/** Texts that cost their readers most: each is repeated to the length that is asked for. */
export const worstPieces = [
  'a\n=\n',
  '> ',
  '- ',
  '*_',
  '~~*',
  '[',
  '\\',
  '[^1]: - ',
  '|',
  '[^1]: a\n',
  '- [ ] a\n  ',
  'a\n\n',
  '<a b="',
  '1, ',
  '12 % ',
  'EUR 1 ',
  '“a” ',
  '= 1 + ',
  '日',
  '```\n',
  '{"a":',
  '<think>',
  'a@a.',
  '## A\n',
];

/** Returns a piece repeated to a length in characters. */
export const repeat = (piece: string, length: number): string =>
  piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .toWellFormed();

interface Schema {
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** Places for shorter texts cost little, whatever stands there. */
const shortest = 500;

/** Yields the bodies of an endpoint that have a long text in one of the places that take one. */
export function* bodiesWithWorst(
  { body }: Endpoint,
  example: object,
  write: (maxLength: number) => string,
): Generator<object> {
  for (const { path, maxLength } of longPlaces((body ?? {}) as Schema)) {
    yield withText(example, path, write(maxLength)) as object;
  }
}

interface Place {
  path: string[];
  maxLength: number;
}

function* longPlaces(schema: Schema, path: string[] = []): Generator<Place> {
  for (const one of schema.anyOf ?? []) yield* longPlaces(one, path);
  const { type, maxLength = 0, pattern, format } = schema;
  if (type === 'string' && maxLength >= shortest && pattern === undefined && format === undefined) {
    yield { path, maxLength };
  }
  if (schema.items) yield* longPlaces(schema.items, [...path, '0']);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* longPlaces(property, [...path, name]);
}

/** Returns a copy with a text at a path; lists and objects that it lacks are added. */
function withText(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === '0') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withText(first, rest, text), ...others];
  }
  const known =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...known, [name]: withText(known[name], rest, text) };
}
