const raisedForms: Record<string, string> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((raised, digit) => [String(digit), raised])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
};
const loweredForms: Record<string, string> = {
  ...Object.fromEntries([...'₀₁₂₃₄₅₆₇₈₉'].map((lowered, digit) => [String(digit), lowered])),
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '–': '₋',
  '(': '₍',
  ')': '₎',
};

const spell = (text: string, forms: Record<string, string>) =>
  Array.from(text, (sign) => forms[sign] ?? sign).join('');

/** Numbers of notes: `3`, `3, 4`, `3–5`. */
const noteNumbers = /^\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*$/;
/** Units that are squared or cubed, at the end of a text. */
const unit =
  /(?:^|[^\p{L}])(?:[kcdhµμnM]?m|dam|ft|in|yd|mi|s|sec|h|min|kg|qm|км|м|см|мм|дм|foot|feet|inch|yard|mile|Zoll|Fuß)$/u;
const variable = /(?:^|[^\p{L}\p{N}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
/** Raised endings of ordinals and abbreviations in one letter: 2e, 1o, 1a, no. */
const endings = new Set(['a', 'e', 'o', 'r', 'd', 's', 'h']);
/** Characters before and behind a raised text that are read. */
const reach = 24;

/**
 * `note`: the mark of a note, with its label; `signs`: Unicode's raised signs (m², 10³); `formula`:
 * after a `^`; `words`: raised for their looks, as the ending of 1st.
 */
interface RaisedText {
  kind: 'note' | 'signs' | 'formula' | 'words';
  text: string;
  /** The text in line with the blanks around it; the mark of a note is in brackets (12.5[3]). */
  written: string;
}

/**
 * Writes raised text (superscript) so that it joins no number.
 * @param before the text before it, of which the end counts
 * @param after the text behind it, of which the beginning counts
 * @param isNote true if it is known to mark a note
 */
export function readRaised(before: string, raised: string, after = '', isNote = false): RaisedText {
  const text = raised.trim();
  if (text === '') return { kind: 'words', text, written: raised };
  const [start, end] = [leadingBlanks(raised), trailingBlanks(raised)];
  const [near, next] = [before.slice(-reach), end + after.slice(0, reach)];
  const read = isNote ? ({ kind: 'note', text } as const) : readSign(near, text, next);
  if (read.kind !== 'note') return { ...read, written: start + read.text + end };
  const isBeforeWord = opens(near) && /^[\p{L}\p{N}]/u.test(next);
  return { ...read, written: `${start}[${read.text}]${isBeforeWord ? ' ' : end}` };
}

/** Writes raised text in line, as readRaised does. */
export const writeRaised = (before: string, raised: string, after = ''): string =>
  readRaised(before, raised, after).written;

const leadingBlanks = (text: string) => text.slice(0, text.length - text.trimStart().length);
const trailingBlanks = (text: string) => text.slice(text.trimEnd().length);
const opens = (before: string) => before === '' || /\s$/.test(before);

function readSign(before: string, text: string, after: string): Omit<RaisedText, 'written'> {
  const inner = /^[[(]\s?([^[\]()]{1,20}?)\s?[\])]$/.exec(text)?.[1];
  if (inner !== undefined && (noteNumbers.test(inner) || /^\p{L}$/u.test(inner)))
    return { kind: 'note', text: inner };
  const signs = { kind: 'signs', text: spell(text, raisedForms) } as const;
  if (/^[+\-−–]\d{1,3}$|^\d{0,3}[+\-−–]$/.test(text) && /[\p{L}\p{N})\]]$/u.test(before))
    return signs;
  if (/^[o0]$/i.test(text) && /\d\s?$/.test(before) && /^\s?[CF]\b/.test(after))
    return { kind: 'signs', text: '°' };
  if (noteNumbers.test(text)) {
    const isPart = opens(before)
      ? /^[A-Z][a-z]?(?!\p{L})/u.test(after)
      : isExponent(before, text, after);
    return isPart ? signs : { kind: 'note', text };
  }
  if (/^\p{L}$/u.test(text)) return { kind: marksNote(before, text) ? 'note' : 'words', text };
  const isFormula =
    /[\p{L}\p{N})\]]$/u.test(before) &&
    /[\d+\-−/=]/.test(text) &&
    /\p{L}|\d/u.test(text) &&
    /^[\p{L}\p{N}+\-−*/=().,\s]+$/u.test(text);
  return isFormula ? { kind: 'formula', text: `^(${text})` } : { kind: 'words', text };
}

function isExponent(before: string, number: string, after: string): boolean {
  if (!/^\d{1,3}$/.test(number) || number === '0' || number === '1') return false;
  if (unit.test(before)) return /^[2-4]$/.test(number);
  if (variable.test(before)) return number.length === 1;
  const base = /(?:^|[^\p{L}\d.,])(\d+)$/u.exec(before)?.[1];
  if (base === undefined) return false;
  if (base === '10') return number.length <= 2;
  const isOfBits = base === '2' && Number(number) >= 8 && Number(number) % 8 === 0;
  return isOfBits || /[×·*^]\s?\d+$/.test(before) || /^\s?[=×·*^]/.test(after);
}

/**
 * A raised letter behind a word or a number marks a note, unless it ends an ordinal or an
 * abbreviation.
 */
function marksNote(before: string, letter: string): boolean {
  if (/\d[.,]\d+$|[%)\]]$/.test(before)) return true;
  if (/\d$/.test(before)) return !endings.has(letter.toLowerCase()) && !/^[nxkit]$/i.test(letter);
  return /\p{L}{2}$/u.test(before) && /^[a-z]$/.test(letter);
}

/**
 * Writes lowered text (subscript) in line: digits and signs as Unicode's lowered signs (CO₂),
 * letters as they are.
 */
export function writeLowered(before: string, lowered: string): string {
  return /[\p{L}\p{N})\]]\s?$/u.test(before) ? spell(lowered, loweredForms) : lowered;
}
