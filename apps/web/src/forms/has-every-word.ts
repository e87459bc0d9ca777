/** Whether a text contains every typed word, in any order and case. */
export function hasEveryWord(text: string, typed: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}
