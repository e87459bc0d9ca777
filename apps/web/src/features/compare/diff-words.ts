import { diffArrays } from 'diff';

/** A stretch of words that both texts have, or one of them. */
export interface Segment {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longest search for a small difference; beyond it one text counts as replaced by the other. */
const searchLimitMs = 400;
/** Words with their inner points and hyphens, figures with their separators, spaces, and single other characters. */
const token = /\s+|[\p{L}\p{N}]+(?:[.,’'\-/:%][\p{L}\p{N}]+)*|[^\s]/gu;
const wordPattern = /[\p{L}\p{N}]/u;

/** Cuts a text into words, spaces and marks; joined again they are the text. */
export const splitWords = (text: string): string[] => text.match(token) ?? [];

/** How many words a text has. */
export const countWords = (text: string): number => splitWords(text).filter((part) => wordPattern.test(part)).length;

/** The words that were removed and added between two texts, in reading order: removed ones before what replaced them. */
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

/** A change and what is the same behind it. */
interface Step {
  removed: string;
  added: string;
  same: string;
}

/** Changes with nothing but a space or a mark between them read as one. */
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
