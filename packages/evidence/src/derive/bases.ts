/** A round number that a figure is told per: 1,000 in "5 buses per 1,000 inhabitants", a hundred in "100 meals cost". */
export interface Base {
  value: number;
  start: number;
  end: number;
}

const values: readonly [number, string][] = [
  [100_000, '100[,.\\s\\u00a0\\u202f]?000|hundred thousand|hunderttausend|cent mille|cien mil|10万|十万'],
  [10_000, '10[,.\\s\\u00a0\\u202f]?000|ten thousand|zehntausend|dix mille|diez mil|1万|一万'],
  [1_000, '1[,.\\s\\u00a0\\u202f]?000|thousand|tausend|milliers?|mille|millar(?:es)?|mil|千'],
  [100, '100|hundred|hundert|centaines?|centenar(?:es)?|cent|cien|百'],
  [10, '10|ten|zehn|dizaines?|dix|decenas?|diez|十'],
];
const value = `(?<value>${values.map(([, words]) => words).join('|')})`;
const before =
  '(?:per|every|each|for|of|out of|from|je|pro|von|auf|aus|für|chaque|sur|pour|par|de|cada|por)\\s(?:each |every |je |jede[nm]? |chaque |cada )?(?:an? )?|^an? |^';
/** Ahead of the number, "EUR 100" of revenue has its currency. */
const western = new RegExp(
  `(?<![\\p{L}\\d])(?:${before})(?:[$€£¥]\\s?|[A-Z]{3}\\s)?${value}(?:(?<=[^a-z])|(?!\\p{L}))(?=[\\s\\u00a0]?(?:[$€£]|\\s?\\p{L})|[.]$)`,
  'giu',
);
const eastern = new RegExp(
  `(?<![\\d.,万億])${value}(?:人|円|台|件|個|本|枚|食|世帯|店|社|\\p{Script=Han})?(?:当たり|あたり|につき|に対し|のうち|ごと|の提供|の売|から|を?売)`,
  'gu',
);

/** Finds the round numbers that a sentence tells its figures per, in any language. */
export function readBases(sentence: string): Base[] {
  return [western, eastern].flatMap((form) =>
    [...sentence.matchAll(form)].flatMap((match) => {
      const written = match.groups?.['value'] ?? '';
      const start = match.index + match[0].toLowerCase().indexOf(written.toLowerCase());
      const found = values.find(([, words]) => new RegExp(`^(?:${words})$`, 'iu').test(written));
      return found ? [{ value: found[0], start, end: start + written.length }] : [];
    }),
  );
}

/** Returns true for an expression whose result is told per a base. */
export function usesBase(expression: string, { value: base }: Base): boolean {
  return expression.endsWith(` * ${base}`);
}
