import { namesUnknown } from '../material/classify-passage.ts';
import type { Material, Passage, SourceTable } from '../material/passage.ts';
import { readStems } from '../text/read-words.ts';
import { hasValue } from './has-value.ts';
import type { OpenPoint } from './open-point.ts';
import { namesFamily } from './words/asking-words-of.ts';

/** A name inside a sentence. */
const properName = /(?<=\S\s)\p{Lu}[\p{L}-]{2,}|[「『][^」』]+[」』]|[\p{Script=Katakana}ー]{3,}|[A-Z]{2,}/u;
/** Words in characters without spaces have no endings. */
const unspaced = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** True if the brief or a source says what a point leaves open. Requests and what is called unknown say nothing. */
export function isHeld(point: OpenPoint, { passages, tables }: Material): boolean {
  return passages.some((passage) => saysValue(point, passage)) || tables.some((table) => tabulatesValue(point, table));
}

function saysValue(point: OpenPoint, { text, isInstruction, isRequest, heading }: Passage): boolean {
  if (isInstruction || (point.kind === 'choice' && text === point.sentence)) return false;
  const at = findNoun(point, text);
  if (at === -1 || !sharesFamilies(point, `${heading ?? ''} ${text}`)) return false;
  if (point.kind === 'choice') return !isRequest && properName.test(text) && namesChosen(text);
  return hasValue(text, { start: at, end: at + point.noun.length, kind: point.kind }) && !namesUnknown(text, null);
}

const namesChosen = (text: string) => namesFamily(text, 'chosen');

function tabulatesValue(point: OpenPoint, { header, rows, heading }: SourceTable): boolean {
  if (point.kind === 'choice') return false;
  const lines = [header.join(' '), ...rows.slice(0, 400).map((row) => row[0] ?? '')];
  return lines.some((line) => findNoun(point, line) !== -1 && sharesFamilies(point, `${heading ?? ''} ${line}`));
}

/** A yardstick is held only by words of the same kind: an actual margin is no target. */
function sharesFamilies({ families }: OpenPoint, text: string): boolean {
  return families.every((family) => family === 'chosen' || namesFamily(text, family));
}

/** Returns where a text has the noun of a point, also as a part of a compound; -1 without one. */
function findNoun({ noun, stem }: OpenPoint, text: string): number {
  const lower = text.toLowerCase();
  const whole = lower.indexOf(noun);
  if (whole !== -1) return whole;
  if (unspaced.test(noun)) return -1;
  return readStems(text).includes(stem) ? Math.max(0, lower.indexOf(stem.slice(0, 5))) : -1;
}
