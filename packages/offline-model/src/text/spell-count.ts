const small =
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * Writes a count in words, "more than a hundred" above 99. Every digit in a draft thus comes from the material, and
 * an observer can check it.
 */
export function spellCount(count: number): string {
  const direct = small[count];
  if (direct !== undefined) return direct;
  if (count > 99) return 'more than a hundred';
  const rest = count % 10;
  return `${tens[Math.floor(count / 10)] ?? ''}${rest === 0 ? '' : `-${small[rest] ?? ''}`}`;
}

/** Writes a count in words with its noun: "one figure", "twelve figures". */
export function spellCountOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${spellCount(count)} ${count === 1 ? singular : plural}`;
}

/** Joins items as in prose: "a, b and c". */
export function joinWords(items: string[], conjunction = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** Returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  const first = [...text][0] ?? '';
  return first.toUpperCase() + text.slice(first.length);
}
