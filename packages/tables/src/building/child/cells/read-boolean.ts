const pairs: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['verdadero', 'falso'],
  ['はい', 'いいえ'],
];
const values = new Map(pairs.flatMap(([yes, no]) => [[yes, true] as const, [no, false] as const]));

/** Reads a text as true or false in the languages of briefs; null for any other text. */
export function readBoolean(text: string): boolean | null {
  return values.get(text.toLowerCase()) ?? null;
}

const missing = new Set([
  '-',
  '–',
  '—',
  'n/a',
  'na',
  'n.a.',
  '#n/a',
  'null',
  'nan',
  'k.a.',
  'k. a.',
  's.o.',
  'n/d',
  'n.d.',
  '..',
  '.',
]);

/** Tells whether a text says that there is no value. In a column of texts it stays a text. */
export function isMissing(text: string): boolean {
  return missing.has(text.toLowerCase());
}
