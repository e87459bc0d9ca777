import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { readBlocks } from '../text/read-blocks.ts';
import { isTopicWord, readWords } from '../text/read-words.ts';

const maxRead = 20_000;

/**
 * Finds the phrases that a brief is about: repeated runs of two or three topic words, then single words.
 * Sources are not read: topics become names of tasks, and searches are made from those names.
 * @returns at most `limit` phrases in lower case unless they are names, most frequent first
 */
export async function findTopics(brief: string, limit: number, timeSlice: TimeSlice): Promise<string[]> {
  const counts = new Map<string, { shown: string; score: number }>();
  const text = brief.slice(0, maxRead);
  for (const block of readBlocks(text)) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (block.kind === 'rows') continue;
    for (const clause of block.text.split(/[.,;:!?()“”"]\s*/)) countPhrases(clause, counts);
  }
  const sorted = [...counts.values()].sort((a, b) => b.score - a.score);
  const topics: string[] = [];
  for (const { shown } of sorted) {
    const lower = shown.toLowerCase();
    const words = lower.split(' ');
    const repeats = topics.some((topic) => words.some((word) => topic.toLowerCase().includes(word)));
    if (!repeats && shown.length <= 60) topics.push(shown);
    if (topics.length >= limit) break;
  }
  return topics;
}

function countPhrases(clause: string, counts: Map<string, { shown: string; score: number }>): void {
  for (const run of clause.split(/\s+(?=\S)/).reduce<string[][]>(collectRuns, [[]])) {
    if (run.length === 0) continue;
    const shown = run.slice(-3).map(lowerUnlessName).join(' ');
    const key = shown.toLowerCase();
    const entry = counts.get(key) ?? { shown, score: 0 };
    entry.score += run.length > 1 ? 2 : 0.6;
    counts.set(key, entry);
  }
}

function collectRuns(runs: string[][], token: string): string[][] {
  const [word, ...others] = readWords(token);
  if (word && others.length === 0 && isTopicWord(word) && word.shown.length > 3 && !/\d/.test(word.shown))
    runs.at(-1)?.push(word.shown);
  else runs.push([]);
  return runs;
}

function lowerUnlessName(word: string, index: number): string {
  return index === 0 && /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word;
}
