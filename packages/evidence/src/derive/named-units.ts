import { readUnit } from '@ecp/language/read-units';
import type { Input, Target } from './operation.ts';

const words = /(?<![\p{L}\d])\p{L}/gu;
const japanese = /[\p{Script=Han}\p{Script=Katakana}]/gu;

/** Units of the words of a sentence, so that each is read once. */
const known = new WeakMap<Target, ReadonlySet<string>>();

/** Returns true if a sentence names the unit of a figure in words: "a square metre costs 160", "an hour of work". */
export function namesUnit(target: Target, { figure }: Input): boolean {
  if (figure.kind !== 'measure' || figure.unit === null) return false;
  const units = known.get(target) ?? readUnits(target);
  known.set(target, units);
  return units.has(figure.unit);
}

function readUnits({ sentence, language }: Target): ReadonlySet<string> {
  const places = [...sentence.matchAll(language === 'ja' ? japanese : words)];
  return new Set(
    places.flatMap(({ index }) => {
      // A letter alone is no word for a unit.
      const phrase = sentence.slice(index, index + 30);
      if (language !== 'ja' && !/^\p{L}{3}/u.test(phrase)) return [];
      const unit = readUnit(`1 ${phrase}`, 0, 1);
      return unit?.kind === 'measure' ? [unit.unit] : [];
    }),
  );
}
