import { hasEveryWord } from '../../base/format/words.ts';

/** Begins the ids of results that the service has found. */
export const foundPrefix = 'found:';

/**
 * Ranks a command: every typed word must occur, best at the beginning of a word; 0 hides it. Found
 * texts always stay, below.
 */
export function rankCommand(id: string, typed: string, words: readonly string[] = []): number {
  if (id.startsWith(foundPrefix)) return 0.01;
  const text = words.join(' ').toLowerCase();
  if (!hasEveryWord(text, typed)) return 0;
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const begun = wanted.filter((word) =>
    text.split(/\s+/).some((own) => own.startsWith(word)),
  ).length;
  return (1 + begun) / (1 + wanted.length);
}
