import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { readStems } from '../text/read-words.ts';
import type { FigureConflict, Statement } from './figure-conflict.ts';
import type { Value } from './read-values.ts';

/** Words before a value that deny it: "paid 16.2 million, not the 13.4 million that the yard names". */
const denyingBefore =
  /(?<!\p{L})(?:not|nicht|non(?:\spas)?|no)\s(?:(?:the|die|den|das|der|dem|les|des|de|los|las)\s)?$/iu;
/** The words stand behind the value in Japanese. */
const denyingAfter = /^ではな(?:く|い)/u;

/**
 * Finds sentences that deny a figure which another source gives, in so many words. Both speak about the same thing, so
 * that this is no guess from their likeness.
 */
export async function findDenials(statements: readonly Statement[], timeSlice: TimeSlice): Promise<FigureConflict[]> {
  const found: FigureConflict[] = [];
  for (const one of statements) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const pair = readDenial(one.passage.text, one.values);
    if (pair === null) continue;
    const own = contextOf(one);
    for (const other of statements) {
      if (other.passage.origin.label === one.passage.origin.label) continue;
      const given = other.values.find(({ unit, value }) => unit === pair.denied.unit && value === pair.denied.value);
      const shared = given ? [...contextOf(other)].filter((stem) => own.has(stem)) : [];
      if (given === undefined || shared.length === 0) continue;
      found.push({
        ...{ passage: one.passage, shown: pair.held.shown, otherShown: given.shown },
        ...{ other: { kind: 'passage', passage: other.passage }, stems: new Set(shared), likeness: 1 },
      });
    }
  }
  return found;
}

/** Returns the value that a sentence holds, and the one of the same unit that it denies; null without both. */
function readDenial(text: string, values: readonly Value[]): { held: Value; denied: Value } | null {
  for (const denied of values) {
    const at = text.indexOf(denied.shown);
    const isDenied =
      at !== -1 && (denyingBefore.test(text.slice(0, at)) || denyingAfter.test(text.slice(at + denied.shown.length)));
    const held = isDenied && values.find(({ unit, value }) => unit === denied.unit && value !== denied.value);
    if (held) return { held, denied };
  }
  return null;
}

/** The words of a statement and those of its source's title, which often names the thing. */
function contextOf({ stems, passage }: Statement): Set<string> {
  const named = readStems(`${passage.origin.label} ${passage.heading ?? ''}`);
  return new Set([...stems, ...named.filter((stem) => !/\d/.test(stem))]);
}
