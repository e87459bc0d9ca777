import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { readNumbers } from '../evidence/find-figures.ts';
import { splitDocument } from '../revision/parse-document.ts';
import { readLines } from '../text/clean-line.ts';

/**
 * Finds the numbers of a draft that are in none of the given texts. Lines that cite a colleague or an upstream
 * deliverable, list numbering, the reviewer's notes and colleagues' words do not count as claims of the draft.
 */
export async function findUnsupportedNumbers(draft: string, texts: string[], timeSlice: TimeSlice): Promise<string[]> {
  const document = splitDocument(draft);
  const foreign = new Set(
    document.footnotes
      .filter((line) => /^\[\^[^\]]+\]: (?:Deliverable|Colleague) /.test(line))
      .map((line) => line.slice(0, line.indexOf(']') + 1)),
  );
  const open = new Set<string>();
  for (const section of [{ title: '', raw: document.opening }, ...document.sections]) {
    if (/^(?:reviewer notes|answers to the reviewer|what colleagues said|carried over)/i.test(section.title)) continue;
    for (const line of section.raw.split('\n')) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      if ([...foreign].some((reference) => line.includes(reference))) continue;
      for (const number of readNumbers(line.replace(/\[\^[^\]]*\]|^\s*\d+[.)]\s|^#.*$/g, ''))) open.add(number);
    }
  }
  for (const text of texts) {
    for (const line of readLines(text)) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      if (open.size === 0) return [];
      if (/\d/.test(line)) for (const number of readLooseNumbers(line)) open.delete(number);
    }
  }
  return [...open];
}

/** Returns the numbers of a line of the material and their parts: "87,41%" in a CSV line can be 87 and 41. */
function readLooseNumbers(line: string): string[] {
  return [...readNumbers(line), ...(line.match(/\d+(?:\.\d+)?/g) ?? []), ...(line.match(/\d+/g) ?? [])];
}
