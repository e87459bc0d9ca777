import { readDates } from '@ecp/language/dates';
import { readQuantities } from '@ecp/language/quantities';
import type { PointKind } from './words/asking-words.ts';

const before = 28;
const after = 72;
const sentenceEnd = /(?<=[.!?])\s|。/u;
const relativeDay =
  /\b(?:Q[1-4]|H[12])\b|(?:quarter|quartal|trimestre|halbjahr|semestre|四半期|week|woche|semaine|semana|週)/iu;

/** A noun of a text, by its bounds. */
interface NounPlace {
  start: number;
  end: number;
  kind: PointKind;
}

/** True if a value of the kind stands near a noun: a day for a date, else a number that is no year and no day. */
export function hasValue(text: string, { start, end, kind }: NounPlace): boolean {
  const left =
    text
      .slice(Math.max(0, start - before), start)
      .split(sentenceEnd)
      .at(-1) ?? '';
  const right = text.slice(end, end + after).split(sentenceEnd)[0] ?? '';
  const near = `${left}${text.slice(start, end)}${right}`;
  if (kind === 'date') return readDates(near, null).length > 0 || (/\d/.test(near) && relativeDay.test(near));
  return readQuantities(near).some(({ names, form, value }) => names === null && (form === 'digits' || value > 12));
}
