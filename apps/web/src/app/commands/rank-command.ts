import { hasEveryWord } from '../../forms/has-every-word.ts';

/**
 * How well a command fits what is typed, for the command menu: every typed word must stand in its words, and counts most
 * where one of them begins so. 0 leaves it out. Scattered letters, as fuzzy search finds them, find too much in long names.
 */
export function rankCommand(_id: string, typed: string, words: readonly string[] = []): number {
  const text = words.join(' ').toLowerCase();
  if (!hasEveryWord(text, typed)) return 0;
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begun = wanted.filter((word) => text.split(/\s+/).some((own) => own.startsWith(word))).length;
  return (1 + begun) / (1 + wanted.length);
}
