import { type NumberText, readNumberCell } from './cells.ts';

/**
 * A number with a mark that offices for statistics and authors of reports put beside it: `123.4 p`,
 * `20*`.
 */
interface FlaggedNumber {
  /** The text without the flag. */
  plain: string;
  number: NumberText;
  /** The flag without brackets and blanks: `p`, `bp`, `*`, `note 1`. */
  flag: string;
  /** A bare letter may be a unit or part of a code; a mark or brackets cannot. */
  isLetter: boolean;
}

const maxLength = 60;
/**
 * Eurostat's flags (b break in series, c confidential, d definition differs, e estimated, f
 * forecast, n not significant, p provisional, r revised, s Eurostat's estimate, u low reliability,
 * z not applicable), alone or several in the order of the alphabet. `in` is left out, because it
 * means inches.
 */
const letters = '(?:(?!in$)b?c?d?e?f?i?n?p?r?s?u?z?(?<=[a-z]))';
/** What the flags stand for, written in full in brackets. */
const words =
  'prov|provisional|prel|preliminary|est|estimated?|revised|rev|forecast|vorl|vorläufig|gesch|geschätzt|revidiert|' +
  'provisoire|estimé|révisé|provis|provisional|estimado|revisado|速報|速報値|推計|推計値|改定|改定値';
const marks = '[*†‡§¶※]{1,4}';
const notes = '(?:note|fn|anm|n)?\\.?\\s?[\\da-z]{1,2}(?:\\s?,\\s?[\\da-z]{1,2}){0,3}';
const markBehind = new RegExp(`^(?<plain>.*[^\\s*†‡§¶※])\\s?(?<flag>${marks})$`, 'u');
const bracketBehind = new RegExp(
  `^(?<plain>.*\\S)\\s?(?:[(（](?<round>[a-z]{1,3}|(?:${words})\\.?)[)）]|\\[(?<square>${notes}|[a-z]{1,3}|${words})\\])$`,
  'iu',
);
const letterBehind = new RegExp(`^(?<plain>.*\\S)\\s(?<flag>${letters}|[EPRU])$`, 'u');
/**
 * Without a blank before it, a letter is a flag only behind decimals: `98.7r`, because `12b` is a
 * house.
 */
const letterAttached = /^(?<plain>\D?\d[\d.,' ]*[.,]\d{1,2})(?<flag>[bdepru])$/u;
const letterBefore =
  /^(?:(?<flag>[pre])\s(?<plain>\d.*)|(?<attached>[pre])(?<decimal>\d+[.,]\d{1,2}))$/u;
const missingWithFlag = /^:\s?(?<flag>[a-z]{1,4})$/iu;

/** Reads a number with its flag; null for a number without one and for other texts. */
export function readFlaggedNumber(text: string): FlaggedNumber | null {
  if (text.length > maxLength || text.length < 2 || !/\d/.test(text)) return null;
  const [mark, bracket] = [markBehind.exec(text)?.groups, bracketBehind.exec(text)?.groups];
  const letter = (letterBehind.exec(text) ?? letterAttached.exec(text) ?? letterBefore.exec(text))
    ?.groups;
  const groups = mark ?? bracket ?? letter;
  const plain = groups?.['plain'] ?? groups?.['decimal'];
  const flag = groups?.['flag'] ?? groups?.['round'] ?? groups?.['square'] ?? groups?.['attached'];
  if (plain === undefined || flag === undefined) return null;
  const number = readNumberCell(plain.trimEnd());
  if (number === null || number.exponent === 'bare' || number.isAddress) return null;
  return { plain: plain.trimEnd(), number, flag, isLetter: groups === letter };
}

/** Returns the flag of a cell with a number or without a value (`: c`); null if it has none. */
export function readFlag(text: string): string | null {
  return missingWithFlag.exec(text)?.groups?.['flag'] ?? readFlaggedNumber(text)?.flag ?? null;
}
