/** Whether every word that was typed stands in a text, in any order and without regard to case. */
export function hasEveryWord(text: string, typed: string): boolean {
  const low = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}
