import { diffArrays, diffChars } from 'diff';

/** For each letter of a shown text, the index of the same letter in the rendered words; -1 for one they lack. */
export type Alignment = Int32Array;

/** A line of a text without its white space. `start` is the index of its first letter. */
interface Line {
  letters: string;
  start: number;
}

/** Beyond these bounds the lines that differ have no counterparts. */
const lineSearchMs = 400;
const maxLetterEdits = 600;

/**
 * Aligns the words that a page shows with the words as the API renders them (CMT-15). Both have one line for each
 * block. They differ in footnotes, which a page shows at its end, and in what only one of them has, such as a title.
 */
export function alignWords(shown: string, rendered: string): Alignment {
  const [ours, theirs] = [readLines(shown), readLines(rendered)];
  const aligned: Alignment = new Int32Array(ours.reduce((sum, { letters }) => sum + letters.length, 0)).fill(-1);
  const gaps = alignLines(ours, theirs, aligned);
  const moved = new Set<Line>([...matchMoved(gaps, aligned)]);
  for (const { shown: left, rendered: right } of gaps) {
    alignLetters(
      left.filter((line) => !moved.has(line)),
      right.filter((line) => !moved.has(line)),
      aligned,
    );
  }
  return aligned;
}

/** Lines of both texts, between two that are equal, that differ. */
interface Gap {
  shown: Line[];
  rendered: Line[];
}

function readLines(text: string): Line[] {
  let start = 0;
  return text.split(/[\n\t]/).flatMap((line) => {
    const letters = line.replace(/\s+/g, '');
    start += letters.length;
    return letters === '' ? [] : [{ letters, start: start - letters.length }];
  });
}

function alignLines(ours: readonly Line[], theirs: readonly Line[], aligned: Alignment): Gap[] {
  const lettersOf = (lines: readonly Line[]) => lines.map(({ letters }) => letters);
  const changes = diffArrays(lettersOf(ours), lettersOf(theirs), { timeout: lineSearchMs });
  if (!changes) return [{ shown: [...ours], rendered: [...theirs] }];
  const gaps: Gap[] = [];
  let [our, their] = [0, 0];
  let gap: Gap = { shown: [], rendered: [] };
  for (const { added, removed, value } of changes) {
    if (added) gap.rendered.push(...theirs.slice(their, their + value.length));
    else if (removed) gap.shown.push(...ours.slice(our, our + value.length));
    else {
      for (const at of value.keys()) pair(ours[our + at], theirs[their + at], aligned);
      gaps.push(gap);
      gap = { shown: [], rendered: [] };
    }
    if (!added) our += value.length;
    if (!removed) their += value.length;
  }
  return [...gaps, gap];
}

function pair(ours: Line | undefined, theirs: Line | undefined, aligned: Alignment): void {
  if (!ours || !theirs) return;
  for (let index = 0; index < ours.letters.length; index += 1) aligned[ours.start + index] = theirs.start + index;
}

/** Aligns equal lines that stand at other places, as footnotes do. Returns the lines of both texts. */
function matchMoved(gaps: readonly Gap[], aligned: Alignment): Line[] {
  const waiting = Map.groupBy(
    gaps.flatMap(({ rendered }) => rendered),
    ({ letters }) => letters,
  );
  return gaps
    .flatMap(({ shown }) => shown)
    .flatMap((line) => {
      const same = waiting.get(line.letters)?.shift();
      if (!same) return [];
      pair(line, same, aligned);
      return [line, same];
    });
}

function alignLetters(ours: readonly Line[], theirs: readonly Line[], aligned: Alignment): void {
  const [left, right] = [indexLetters(ours), indexLetters(theirs)];
  if (left.letters === '' || right.letters === '') return;
  const changes = diffChars(left.letters, right.letters, { maxEditLength: maxLetterEdits, timeout: lineSearchMs });
  let [our, their] = [0, 0];
  for (const { added, removed, value } of changes ?? []) {
    for (let index = 0; !added && !removed && index < value.length; index += 1) {
      aligned[left.at[our + index] ?? 0] = right.at[their + index] ?? -1;
    }
    if (!added) our += value.length;
    if (!removed) their += value.length;
  }
}

function indexLetters(lines: readonly Line[]): { letters: string; at: number[] } {
  return {
    letters: lines.map(({ letters }) => letters).join(''),
    at: lines.flatMap(({ letters, start }) => Array.from({ length: letters.length }, (_, index) => start + index)),
  };
}
