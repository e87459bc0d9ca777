import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { readLines } from '../text/clean-line.ts';

const numberToken = /\p{Nd}(?:[\p{Nd}.,’' \u00a0\u202f]*\p{Nd})?/gu;

/**
 * Finds the numbers of a draft that are in none of the given texts, whatever their separators. Rows of tables and the
 * notes below them, quoted blocks, code, headings and list numbers do not count as claims.
 * @param texts read one by one until each number is found
 */
export async function findForeignNumbers(
  draft: string,
  texts: AsyncIterable<string>,
  timeSlice: TimeSlice,
): Promise<string[]> {
  const open = new Map<string, string>();
  let wasRow = false;
  let isCode = false;
  for (const line of draft.replace(/^---\n[\s\S]*?\n---\n/, '').split('\n')) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) continue;
    const isNote = wasRow && line !== '';
    if (line !== '') wasRow = line.startsWith('|');
    if (isNote || /^[#|>]|^\[\^/.test(line)) continue;
    for (const number of readNumbers(line.replace(/\[\^[^\]]*\]|^\s*\d+[.)]\s/g, '')))
      open.set(digitsOf(number), number);
  }
  if (open.size === 0) return [];
  for await (const text of texts) {
    for (const line of readLines(text)) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      for (const number of readNumbers(line)) {
        open.delete(digitsOf(number));
        // "87,41 %" in a line of cells can be 87 and 41.
        for (const part of number.split(/[^\p{Nd}]+/u)) open.delete(part);
      }
    }
    if (open.size === 0) return [];
  }
  return [...open.values()];
}

const readNumbers = (line: string) => line.match(numberToken) ?? [];
const digitsOf = (number: string) => number.replace(/[^\p{Nd}]/gu, '');
