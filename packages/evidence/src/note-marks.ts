/** Characters behind the start of a mark that are looked at, and before it. */
const reach = { ahead: 240, behind: 48 };

/** Raised digits, letters and brackets, with the commas between several of them. */
const raisedRun = /^[⁰¹²³⁴-⁹ᵃ-ᶻ⁽⁾][⁰¹²³⁴-⁹ᵃ-ᶻ⁽⁾,*]*(?<!,)/u;
/**
 * Signs that mark notes and are no words: daggers, and the Japanese reference sign with its number.
 */
const signRun = /^(?:[†‡]+|※\s?\d{0,2}(?!\d))/u;
const noteLabel =
  '(?:\\^[^\\]\\s]{1,40}|\\d{1,3}(?:\\s?[,;–-]\\s?\\d{1,3}){0,9}|[a-z]|[ivx]{1,5}|(?:notes?|n|nb|fn|anm|ref|nota|注|注釈|脚注)\\.?\\s?\\d{1,3})';
/**
 * One mark: `[3]`, `[1, 2]`, `[4–6]`, `[a]`, `[n 1]`, `[^2]`, also escaped, or as a link within the
 * page.
 */
const bracketMark = `\\\\?\\[(?:\\\\?\\[${noteLabel}\\\\?\\]|${noteLabel})\\\\?\\](?:\\(#[^()\\s]*\\)|(?!\\())`;
const bracketRun = new RegExp(`^${bracketMark}(?:[ \\u00a0,]?${bracketMark})*`, 'iu');
/** Remarks of editors: `[citation needed]`, `[when?]`, `[réf. nécessaire]`, `[要出典]`. */
const remarks = [
  '(?:citations?|sources?|better source|primary source|clarification|verification|attribution|pages?|quotation|context) needed',
  'dead link|failed verification|dubious|sic!?|update',
  '(?:beleg|belege|einzelnachweis|nachweis|quelle) (?:fehlt|fehlen|erforderlich)',
  '(?:réf\\.?|référence|source|citation) (?:nécessaire|souhaitée|requise)',
  '(?:cita|referencia|fuente) requerida',
  '(?:(?:by |according to |in )?(?:when|whom?|which|where|why|how)|wann|wer|wo|quand|qui|où|cuándo|quién|dónde|quelle)\\s?\\?',
  '要出典|要検証|要追加記述|誰\\s?[?？]|いつ\\s?[?？]',
];
const remark = new RegExp(
  `^\\\\?\\[(?:${remarks.join('|')})(?:[ ,–-][^[\\]\\n]{0,24})?\\\\?\\]`,
  'iu',
);
/** A mark in Japanese brackets: （注1）, (注). */
const japaneseNote = /^[（(]\s?(?:注|脚注|注釈|※)\s?\d{0,3}\s?[)）]/u;
const roundNumber = /^\s?[（(](\d{1,2}|\*{1,3})[)）]/u;
const raisedTag = /^<sup\b[^<>]{0,80}>(.{0,160}?)<\/sup>/isu;
const caretPair = /^\^(?!\s)([^^\s]{1,8})\^/u;

/** Units and names of quantities that take a power: m², km³, R², s⁻². */
const powered = /(?:^|[^\p{L}])(?:\p{L}|[kcdmnμµh]m|ft|yd|mi|in|ha|sec|min|mol|chi)$/iu;
const powerOfTen = /(?:^|[^\d.,])10$/;
const behindWord = /[\p{L}\p{N}%‰€$£¥).,;:!?"”’»」』\]]$/u;
/**
 * Words that govern a number behind them: there the number in brackets is a value or a part of a
 * name.
 */
const governing =
  /(?:^|[\s(])(?:of|by|to|at|from|was|were|is|are|be|minus|than|least|most|about|around|and|or|may|shall|will|must|either|section|sections|article|articles|art|clause|clauses|paragraph|para|rule|rules|item|step|option|phase|form|table|figure|chapter|page|pages|no|number|level|class|type|von|um|auf|bei|mit|war|ist|sind|und|oder|abschnitt|artikel|absatz|abs|satz|ziffer|nr|tabelle|seite|stufe|klasse|de|à|par|sur|est|et|ou|article|alinéa|section|tableau|a|por|en|es|y|o|artículo|apartado|sección|tabla|第|は|が|を|と|の)\.?$/iu;
/**
 * What makes a number in brackets a value: a unit, a scale, a sign of percent or a further number.
 */
const valueBehind =
  /^\s*(?:%|‰|€|\$|£|¥|\d|percent|per cent|pct|basis|points?|bps|million|billion|thousand|bn|m(?!\p{L})|k(?!\p{L})|times|days?|weeks?|months?|years?|hours?|people|prozent|mio|mrd|tausend|tsd|tage?n?|wochen?|monate?n?|jahre?n?|stunden?|pour cent|millions?|milliards?|jours?|semaines?|mois|ans?|heures?|por ciento|millones|mil|días?|semanas?|meses|años?|horas?|eur|usd|gbp|chf|jpy|euros?|dollars?|円|億|万|千|パーセント|ポイント|年|月|日|人|件|か月|ヶ月|回|倍)/iu;
/** The next item of a list within a sentence: "(2)" behind a comma or a conjunction. */
const nextItem = (number: number): RegExp =>
  new RegExp(
    `(?:[,;:、，；]|\\p{L}[,;]?\\s(?:and|or|und|oder|et|ou|y|o))\\s*[（(]${number}[)）]`,
    'u',
  );

/**
 * Numbers of notes in round brackets start at 1 on each page, and a line that ends in one is a line
 * of prose.
 */
const mostNotes = 30;
const leastWords = 5;
const amountOrYear = /(?:\d[.,]\d{1,3}|\p{L}\s(?:19|20)\d\d)$/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/**
 * Returns the length of the marks of notes that begin at a place of a source, 0 for none: `¹`,
 * `[1][2]`, `(1)`, `[citation needed]`, `<sup>2</sup>`, `†`, `[^4]`. Figures in round brackets are
 * words unless nothing makes them a value, a part of a name ("Article 6 (1)") or an item of a list.
 * Powers and units keep their raised digits.
 */
export function measureNoteMarks(text: string, at: number): number {
  const unit = text.charAt(at);
  const ahead = text.slice(at, at + reach.ahead);
  const behind = text.slice(Math.max(0, at - reach.behind), at).replace(/\\$/, '');
  // What begins a line is the text of a note, or an item of a list.
  const before = /\n[^\S\n]*$/.test(behind) ? '' : behind.trimEnd();
  switch (unit) {
    case '\\':
    case '[':
      return measureBrackets(ahead, before);
    case '<':
      return measureTag(ahead, before);
    case '^': {
      const pair = caretPair.exec(ahead);
      return pair?.[1] !== undefined && isRaisedMark(pair[1], before) ? pair[0].length : 0;
    }
    case '(':
    case '（':
      return japaneseNote.exec(ahead)?.[0].length ?? measureRound(ahead, before);
    case '†':
    case '‡':
    case '※':
      return behindWord.test(before) ? (signRun.exec(ahead)?.[0].length ?? 0) : 0;
    default: {
      const run = raisedRun.exec(ahead)?.[0] ?? '';
      return run !== '' && isRaisedMark(run, before) ? run.length : 0;
    }
  }
}

/** True for characters at which marks of notes may begin. */
export function mayStartNote(unit: string): boolean {
  return (
    unit === '[' ||
    unit === '<' ||
    unit === '(' ||
    unit === '\\' ||
    unit === '^' ||
    special.test(unit)
  );
}

const special = /[（†‡※⁰¹²³⁴-⁹⁽ᵃ-ᶻ]/u;

function measureBrackets(ahead: string, before: string): number {
  if (!behindWord.test(before)) return /^\[\^[^\]\s]{1,40}\]/.exec(ahead)?.[0].length ?? 0;
  return remark.exec(ahead)?.[0].length ?? bracketRun.exec(ahead)?.[0].length ?? 0;
}

function measureTag(ahead: string, before: string): number {
  const tag = raisedTag.exec(ahead);
  if (tag?.[1] === undefined) return 0;
  const inner = tag[1]
    .replace(/<[^<>]*>/g, '')
    .replace(/\]\([^()\s]*\)/g, ']')
    .replace(/[\s\\[\]()]+/g, '');
  return isRaisedMark(inner, before) ? tag[0].length : 0;
}

/**
 * True for raised characters that mark a note: behind a word or a number, no power, no unit, no
 * ordinal.
 */
function isRaisedMark(raised: string, before: string): boolean {
  if (!behindWord.test(before) || powered.test(before) || powerOfTen.test(before)) return false;
  if (/[-−⁻]/u.test(raised)) return false;
  const isNumber = /^[\d⁰¹²³⁴-⁹⁽⁾,;–*†‡]+$/u.test(raised);
  // "1er", "2nd" and "3ème" have raised letters behind a number.
  const isLetter =
    /^(?:[a-z]|[ᵃ-ᶻ]{1,2}|[ivx]{1,4}|note\d{1,3}|\^.*)$/iu.test(raised) && !/\d$/.test(before);
  return isNumber || isLetter;
}

function measureRound(ahead: string, before: string): number {
  const found = roundNumber.exec(ahead);
  if (found?.[1] === undefined || governing.test(before)) return 0;
  const behind = ahead.slice(found[0].length);
  const line = behind.split('\n', 1)[0] ?? '';
  if (valueBehind.test(line) || /^[\p{L}\p{N}]/u.test(line)) return 0;
  // Behind a number only a mark within a sentence is none of the numbers of a row.
  const isWithin = /^\s*[\p{L}.,;。、]/u.test(line);
  if (!/[\p{L}%‰.”"’»」』]$/u.test(before) && !(isWithin && amountOrYear.test(before))) return 0;
  const words = (before.split('\n').at(-1) ?? '').match(/\p{L}+/gu)?.length ?? 0;
  if (!isWithin && words < leastWords && !unspaced.test(before)) return 0;
  const number = Number(found[1]);
  if (number > mostNotes || (number > 1 && /[,;:、，；]$/u.test(before))) return 0;
  return nextItem(number + 1).test(line) ? 0 : found[0].length;
}
