import type { Language } from '@ecp/language/language';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { type AskedPoint, findAsked } from '../brief/find-asked.ts';
import { readOwnTerms } from '../brief/make-query.ts';
import type { DraftEvidence } from '../evidence/gather-evidence.ts';
import { readLines } from '../text/clean-line.ts';
import { isWeak, readStems, type Word } from '../text/read-words.ts';

/** The points that a task names and the material does not cover. */
export interface Gaps {
  /** Points of the task without a statement or table. */
  silent: AskedPoint[];
  /** Words of the task that are nowhere in the material, except those of the points above. */
  words: Word[];
}

const maxWords = 6;
const maxTerms = 10;
/** Share of a point's words that one statement or table must hold. */
const leastShare = 1 / 3;
/** Shorter words in Latin letters rarely name a topic. */
const leastWordLength = 5;

/** Compares the task with every statement and table of the material, and with earlier documents. */
export async function findGaps(input: DraftInput, evidence: DraftEvidence, timeSlice: TimeSlice): Promise<Gaps> {
  const { engagement, task, upstream } = input;
  const namesNothing = readOwnTerms(engagement, task, 1).length === 0;
  const silent = new Set(namesNothing ? [] : findAsked(task, engagement.language));
  const missing = new Map(readOwnTerms(engagement, task, maxTerms).map((word) => [word.stem, word]));
  const compare = async (stems: readonly string[]) => {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const held = new Set(stems);
    for (const point of silent) {
      const shared = point.stems.filter((stem) => held.has(stem)).length;
      if (shared >= Math.max(1, point.stems.length * leastShare)) silent.delete(point);
    }
    for (const stem of held) missing.delete(stem);
  };
  for (const { stems, isRequest, isInstruction } of evidence.material.passages) {
    if (!isRequest && !isInstruction) await compare(stems);
  }
  for (const { stems } of evidence.material.tables) await compare(stems);
  // A source's title says what it is about.
  const titles = [...input.sources, ...(input.pages ?? [])].map(({ title }) => title);
  for (const title of new Set(titles)) await compare(readStems(title));
  for (const { content } of upstream) for (const line of readLines(content)) await compare(readStems(line));
  for (const { stems } of silent) for (const stem of stems) missing.delete(stem);
  const words = [...missing.values()].filter(
    ({ shown, stem }) => !isWeak(stem) && namesTopic(shown, engagement.language),
  );
  return { silent: [...silent], words: words.slice(0, maxWords) };
}

/** False for short words, and for German words that are no nouns. */
function namesTopic(word: string, language: Language): boolean {
  if (language === 'de' && !/^\p{Lu}/u.test(word)) return false;
  return word.length >= leastWordLength || !/^\p{Script=Latin}+$/u.test(word);
}
