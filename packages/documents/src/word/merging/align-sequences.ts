import { diffArrays } from 'diff';

/** Most differences that are searched exactly. Beyond them only signatures that occur once on both sides are paired. */
const maxEdits = 4_000;

/** Pairs equal elements of two sequences in their order: indices of both sides. */
export function alignSequences(before: readonly string[], after: readonly string[]): [number, number][] {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (changes === undefined) return pairUnique(before, after);
  const pairs: [number, number][] = [];
  let [left, right] = [0, 0];
  for (const { added, removed, value } of changes) {
    if (added) right += value.length;
    else if (removed) left += value.length;
    else for (const _ of value) pairs.push([left++, right++]);
  }
  return pairs;
}

/** Pairs what occurs once on both sides, as far as the order is the same. */
function pairUnique(before: readonly string[], after: readonly string[]): [number, number][] {
  const once = (sequence: readonly string[]) => {
    const places = new Map<string, number>();
    for (const [index, value] of sequence.entries()) places.set(value, places.has(value) ? -1 : index);
    return places;
  };
  const right = once(after);
  const pairs: [number, number][] = [];
  let last = -1;
  for (const [value, index] of once(before)) {
    const place = index < 0 ? -1 : (right.get(value) ?? -1);
    if (place <= last) continue;
    pairs.push([index, place]);
    last = place;
  }
  return pairs;
}
