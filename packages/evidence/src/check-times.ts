import { type ClockTime, maySameTime, readClockTimes } from '@ecp/language/clock-times';
import type { Fault } from './faults.ts';
import type { Passage } from './footnotes.ts';

/**
 * Compares the times of day of a claim with those of its passages. A time is refuted if the
 * passages name others and not this one.
 * @returns `told` lists the times of the claim, whose digits are no other figures
 */
export function checkTimes(
  stretch: string,
  passages: readonly Passage[],
): { fault: Fault | null; told: ClockTime[] } {
  const told = readClockTimes(stretch);
  if (told.length === 0) return { fault: null, told };
  const given = passages
    .flatMap(({ row, words }) => (row ? row.texts.join('\n') : words))
    .flatMap(readClockTimes);
  const wrong =
    given.length === 0
      ? undefined
      : told.find((time) => !given.some((one) => maySameTime(time, one)));
  const found =
    wrong && (given.find((one) => !told.some((time) => maySameTime(time, one))) ?? given[0]);
  return {
    fault: wrong && found ? { kind: 'period', figure: wrong.text, found: found.text } : null,
    told,
  };
}
