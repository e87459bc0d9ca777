import { diffArrays } from 'diff';
import { useMemo } from 'react';

/**
 * Shows the words of a passage with those that are proposed for them: removed ones struck, new ones
 * marked.
 */
export function WordChanges({ before, after }: { before: string; after: string }) {
  const segments = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
      {[...segments.entries()].map(([index, { kind, text }]) =>
        kind === 'same' ? (
          <span key={index}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={index} className="text-danger decoration-danger/60">
            {text}
          </del>
        ) : (
          <ins key={index} className="mx-0.5 rounded-xs bg-good-soft text-good no-underline">
            {text}
          </ins>
        ),
      )}
    </p>
  );
}

/** A sequence of words that is in both texts, or in only one of them. */
export interface Segment {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Time limit of the search for a small difference. Beyond it the whole text counts as replaced. */
const searchLimitMs = 400;
/**
 * Matches words with inner punctuation, numbers with their separators, whitespace, and any other
 * single character.
 */
const token = /\s+|[\p{L}\p{N}]+(?:[.,’'\-/:%][\p{L}\p{N}]+)*|[^\s]/gu;
const wordPattern = /[\p{L}\p{N}]/u;

/** Splits a text into words, whitespace and punctuation. The joined parts equal the text. */
export const splitWords = (text: string): string[] => text.match(token) ?? [];

export const countWords = (text: string): number =>
  splitWords(text).filter((part) => wordPattern.test(part)).length;

/**
 * Returns removed and added words in reading order. Removed words come before their replacement.
 */
export function diffWords(before: string, after: string): Segment[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const changes = diffArrays(splitWords(before), splitWords(after), { timeout: searchLimitMs });
  if (!changes) return joinChanges([{ removed: before, added: after, same: '' }]);
  const steps: Step[] = [{ removed: '', added: '', same: '' }];
  for (const { added, removed, value } of changes) {
    const text = value.join('');
    let last = steps[steps.length - 1] as Step;
    if (!added && !removed) {
      last.same += text;
      continue;
    }
    if (last.same !== '') {
      last = { removed: '', added: '', same: '' };
      steps.push(last);
    }
    last[added ? 'added' : 'removed'] += text;
  }
  return joinChanges(joinNeighbours(steps));
}

interface Step {
  removed: string;
  added: string;
  same: string;
}

/** Joins changes with only whitespace or a punctuation mark between them. */
function joinNeighbours(steps: readonly Step[]): Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const between = last?.same ?? '';
    const isChange = last !== undefined && (last.removed !== '' || last.added !== '');
    if (last && isChange && between !== '' && !wordPattern.test(between) && between.length < 4) {
      last.removed += between + step.removed;
      last.added += between + step.added;
      last.same = step.same;
    } else joined.push({ ...step });
  }
  return joined;
}

const joinChanges = (steps: readonly Step[]): Segment[] =>
  steps
    .flatMap(({ removed, added, same }): Segment[] => [
      { kind: 'removed', text: removed },
      { kind: 'added', text: added },
      { kind: 'same', text: same },
    ])
    .filter(({ text }) => text !== '');
