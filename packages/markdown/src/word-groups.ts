/** Numbers of words, as `splitWords` gives them. */
export type Words = Uint32Array;

/** Numbers the groups of `length` words that begin at each word; the same number for the same group. */
export function groupWords(texts: readonly Words[], length: number): Words[] {
  if (length === 1) return [...texts];
  const halves = groupWords(texts, length / 2);
  const known = new Map<number, number>();
  return halves.map((half) => {
    const groups = new Uint32Array(Math.max(0, half.length - length / 2));
    for (let index = 0; index < groups.length; index += 1) {
      const key = (half[index] ?? 0) * 2 ** 26 + (half[index + length / 2] ?? 0);
      const id = known.get(key) ?? known.size;
      if (id === known.size) known.set(key, id);
      groups[index] = id;
    }
    return groups;
  });
}
