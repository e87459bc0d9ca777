import type { SplitWords } from './split-words.ts';

/**
 * Moves each deletion and insertion to the beginning of a block or sentence where the words allow it. Of “The yard is
 * closed. The road is open.” without its first sentence, the first “The” went, although the second one looks the same.
 */
export function slideChanges(before: SplitWords, after: SplitWords, places: Int32Array): void {
  let start = 0;
  while (start < places.length) {
    let end = start;
    while (end < places.length && places[end] === -1) end += 1;
    const placeBefore = start === 0 ? -1 : (places[start - 1] ?? -1);
    const placeBehind = end === places.length ? after.ids.length : (places[end] ?? -1);
    if (end > start && placeBehind === placeBefore + 1) slideDeletion(before, places, { start, end });
    else if (end === start && placeBehind > placeBefore + 1) {
      slideInsertion(before, after, places, { word: start, start: placeBefore + 1, end: placeBehind });
    }
    start = Math.max(end, start) + 1;
  }
}

function slideDeletion(before: SplitWords, places: Int32Array, { start, end }: { start: number; end: number }): void {
  const { ids } = before;
  const canGoLeft = (steps: number) =>
    (places[start - steps] ?? -1) !== -1 &&
    (steps === 1 || places[start - steps] === (places[start - steps + 1] ?? 0) - 1) &&
    ids[start - steps] === ids[end - steps];
  const canGoRight = (steps: number) =>
    (places[end + steps - 1] ?? -1) !== -1 &&
    (steps === 1 || places[end + steps - 1] === (places[end + steps - 2] ?? 0) + 1) &&
    ids[start + steps - 1] === ids[end + steps - 1];
  const steps = bestSlide(before, { start, end }, canGoLeft, canGoRight);
  for (let step = 1; step <= -steps; step += 1) {
    places[end - step] = places[start - step] ?? -1;
    places[start - step] = -1;
  }
  for (let step = 0; step < steps; step += 1) {
    places[start + step] = places[end + step] ?? -1;
    places[end + step] = -1;
  }
}

function slideInsertion(
  before: SplitWords,
  after: SplitWords,
  places: Int32Array,
  { word, start, end }: { word: number; start: number; end: number },
): void {
  const { ids } = after;
  const canGoLeft = (steps: number) =>
    places[word - steps] === start - steps && ids[start - steps] === ids[end - steps];
  const canGoRight = (steps: number) =>
    word + steps - 1 < before.ids.length &&
    places[word + steps - 1] === end + steps - 1 &&
    ids[start + steps - 1] === ids[end + steps - 1];
  const steps = bestSlide(after, { start, end }, canGoLeft, canGoRight);
  for (let step = 1; step <= -steps; step += 1) places[word - step] = end - step;
  for (let step = 0; step < steps; step += 1) places[word + step] = start + step;
}

/** Most words by which a change is moved. */
const maxSlide = 200;

/** Returns by how many words a change moves to begin and end best: to the right, or to the left if below 0. */
function bestSlide(
  { starting }: SplitWords,
  { start, end }: { start: number; end: number },
  canGoLeft: (steps: number) => boolean,
  canGoRight: (steps: number) => boolean,
): number {
  const scoreOf = (steps: number) => (starting[start + steps] ?? 2) + (starting[end + steps] ?? 2);
  let best = 0;
  for (let steps = 1; steps <= maxSlide && canGoLeft(steps); steps += 1)
    if (scoreOf(-steps) > scoreOf(best)) best = -steps;
  for (let steps = 1; steps <= maxSlide && canGoRight(steps); steps += 1)
    if (scoreOf(steps) > scoreOf(best)) best = steps;
  return best;
}
