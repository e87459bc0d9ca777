import { findWorst } from '@ecp/contract/values/citation-counts';
import type { CitationState } from '@ecp/contract/values/citations';
import type { ColumnType } from '@ecp/contract/work/tables';
import { readQuantityCell } from '@ecp/language/cells';
import { readContentWords } from '@ecp/language/content-words';
import { type DateSpan, readDays } from '@ecp/language/dates';
import { findLanguage } from '@ecp/language/detect-language';
import { gridTexts } from '@ecp/language/grid-texts';
import type { Language } from '@ecp/language/language';
import { anyStyle, type NumberStyle } from '@ecp/language/number-style';
import { splitSentences } from '@ecp/language/split-sentences';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { checkEvidence } from './check-evidence.ts';
import { evidenceTexts } from './faults.ts';
import { mayAgree, readPeriods, readTyped, type TypedFigure } from './figures.ts';
import { findQuotedRows, findWords, type Passage, readHit } from './footnotes.ts';
import { showCited } from './judge.ts';
import type { EvidenceMaterial, EvidenceSource, JudgeQuestion } from './material.ts';
import { findNearest, readPassage, showPassage } from './passages.ts';
import { foldShort } from './quotes.ts';
import { listSourceTexts, type SourcePart } from './sources.ts';

/** A question and the answer that a model gave to it from one file. */
export interface CellAnswer {
  question: string;
  type: ColumnType;
  /** The value alone, in the words or digits of the model. */
  value: string;
  /** The answer as a sentence; empty for none. */
  answer: string;
  quote: string;
}

export interface CheckedCell {
  /** Null if the answer is not of the type. A date is YYYY-MM-DD. */
  value: string | number | boolean | null;
  /** What a number counts, as an ISO 4217 code, `$`, `%` or a sign such as `kg`. */
  unit: string | null;
  text: string;
  state: Extract<CitationState, 'verified' | 'computed' | 'unjudged' | 'altered' | 'unsupported'>;
  quote: string | null;
  place: string | null;
  passage: string | null;
  reason: string | null;
  /** What a judge is asked; null for what the rules refute. */
  question: JudgeQuestion | null;
}

/** A file that cells are checked against. It is read once for all of them. */
export interface OpenFile {
  filename: string;
  parts: readonly SourcePart[];
}

/** The name under which the check knows the file, whose own name may look like anything. */
const title = 'Attachment';
const source = { kind: 'attachment', title, location: null } as const;

export function openFile(
  filename: string,
  parts: readonly Omit<EvidenceSource, 'title'>[],
): OpenFile {
  const sources = parts.map((part) => ({ ...part, title }));
  const [, document] = listSourceTexts({ ...nothing, language: 'en', sources });
  return { filename, parts: document?.parts ?? [] };
}

const nothing: Omit<EvidenceMaterial, 'sources' | 'language'> = {
  brief: '',
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
};

/** Characters of a long part on each side of the quote that the check reads. */
const reach = 20_000;
const longest = { quote: 2_000, text: 2_000, value: 1_000 };

/**
 * Checks an answer from a file as a document's citation is checked: the quote stands in the file,
 * the value is of its type and stands in the quote or follows from it, and its place has the words
 * of the question. Where it has not, a judge says whether it answers the question.
 */
export async function checkCell(
  file: OpenFile,
  given: CellAnswer,
  { language, date, slice }: { language: Language; date: string | null; slice: TimeSlice },
): Promise<CheckedCell> {
  const texts = { ...gridTexts[language], ...evidenceTexts[language] };
  const quote = oneLine(given.quote, longest.quote);
  const words = oneLine(given.value, longest.value);
  const text = oneLine(given.answer, longest.text) || words;
  const refuted = (reason: string, passage: string | null = null): CheckedCell => ({
    value: null,
    unit: null,
    text,
    quote: quote || null,
    place: null,
    passage,
    state: 'altered',
    reason,
    question: null,
  });
  if (quote === '') return refuted(texts.noQuote);
  const hit = await findWords(quote, file.parts, slice);
  if (hit === 'nothing to find') return refuted(texts.noQuote);
  const passage = hit
    ? readHit(hit, '1', source)
    : findQuotedRows([quote], file.parts, '1', source)?.[0];
  if (!passage) {
    const nearest = await findNearest(
      file.parts.map((one) => one.text),
      quote,
      slice,
    );
    return refuted(
      texts.otherWords,
      nearest && showPassage(readPassage(nearest.text, nearest.place).words),
    );
  }
  const { part, style } = passage;
  const value = readValue(given.type, words, style);
  const unit = given.type === 'number' ? findUnit(words, value, passage) : null;
  const shown = {
    value,
    unit,
    text,
    quote,
    place: part.location,
    passage: showPassage(passage.words),
  };
  if (value === null && given.type !== 'text')
    return { ...refuted(texts.notOfType[given.type]), ...shown };
  const other = findOther(text, words, given.type, value, style);
  if (other !== null) return { ...refuted(texts.otherInSentence(other)), ...shown };
  const asked: JudgeQuestion[] = [];
  const said = given.type === 'number' && Number(value) < 0 ? withMinus(words, style) : words;
  const statements =
    text === words ? [said] : holdsValue(text, given.type, value, style) ? [text] : [said, text];
  const cited = statements
    .flatMap(splitSentences)
    .map((one) => `${escapeMarkdown(one.trim())}[^1]`);
  const markdown = `${cited.join(' ')}\n\n[^1]: ${title}: “${quote.replace(/[“”„"«»「」]/gu, "'")}”\n`;
  const sources = [
    { title, ...(hit ? cutAround(part, hit.place) : { location: part.location, text: part.text }) },
  ];
  const citations = await checkEvidence(
    markdown,
    { ...nothing, language, sources },
    {
      date,
      slice,
      judge: async (questions) => {
        asked.push(...questions);
        return questions.map(() => null);
      },
    },
  );
  const worst = findWorst(citations);
  if (!worst) return { ...refuted(texts.noQuote), ...shown };
  const state = stateOf(worst.state);
  if (state === 'altered' || state === 'unsupported')
    return { ...shown, state, reason: worst.reason, question: null };
  // An answer in other words than the file's needs a judge, a bare value only its place in the
  // quote.
  const isOfPassage = (figure: TypedFigure) => signed(figure) === value;
  const isStated =
    statements.length === 1 && statements[0] === said
      ? holdsValue(quote, given.type, value, style) ||
        (given.type === 'number' && passage.figures.some(isOfPassage))
      : state !== 'unjudged';
  const isProven =
    isStated &&
    given.type !== 'boolean' &&
    isOfQuestion(given.question, given.type, value, passage);
  return {
    ...shown,
    reason: null,
    // No rule tells whether words mean yes or no, or whether they answer a question whose words
    // they lack.
    state: !isProven ? 'unjudged' : state === 'computed' ? 'computed' : 'verified',
    question: {
      ask: 'carried',
      figures: [],
      statement: `Question: ${oneLine(given.question, longest.value)}\nAnswer: ${said}${text === words ? '' : ` (${text})`}`,
      doubts: asked.flatMap(({ doubts }) => doubts).slice(0, 10),
      passages: [{ source: file.filename, ...showCited(passage) }],
    },
  };
}

/**
 * True if the place of the value has all words and figures of the question: for a value in a table
 * the labels of its row and column, elsewhere the sentences around it, which must not give it
 * another period.
 */
function isOfQuestion(
  question: string,
  type: ColumnType,
  value: CheckedCell['value'],
  passage: Passage,
): boolean {
  const { row, table, context, figures, style } = passage;
  const language = findLanguage(question);
  const wordsOf = (text: string) => [
    ...readContentWords(text, language).map(({ stem }) => stem),
    ...readTyped(text, style).map((figure) => figure.value),
  ];
  const asked = wordsOf(question);
  const says = (place: string) => new Set(asked).difference(new Set(wordsOf(place))).size === 0;
  const isValue = (figure: TypedFigure) =>
    figure.values.some((one) => one === Math.abs(Number(value)));
  const cells = (row?.cells ?? []).filter((cell, at) => {
    const figure = row?.figures[at];
    return type === 'number' && figure
      ? isValue(figure)
      : holdsValue(cell.text, type, value, style);
  });
  if (table && cells.length > 0)
    return cells.some((cell) =>
      says([cell.section, cell.row, cell.column, table.caption].join('\n')),
    );
  const periods = readPeriods(question);
  const given = figures.filter(isValue).flatMap(({ period }) => period?.name ?? []);
  const isOfPeriod =
    given.length === 0 ||
    given.some((name) => periods.every(({ period }) => mayAgree(period, name)));
  return says(context) && isOfPeriod;
}

/** The unit of a number, from the words of the answer, else from the words of the file. */
function findUnit(
  words: string,
  value: CheckedCell['value'],
  { figures, style }: Passage,
): string | null {
  const isValue = (figure: TypedFigure) =>
    figure.value === Math.abs(Number(value)) && figure.unit !== null;
  return [...readTyped(words, style), ...figures].find(isValue)?.unit ?? null;
}

/** A cell needs a source, so that one without is refuted. */
const stateOf = (state: CitationState): CheckedCell['state'] =>
  state === 'missing_source' || state === 'uncited' || state === 'set_by_text' ? 'altered' : state;

const oneLine = (text: string, length: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, length).toWellFormed();

function cutAround(
  part: SourcePart,
  { start, end }: { start: number; end: number },
): Pick<SourcePart, 'location' | 'text'> {
  if (part.text.length <= 3 * reach) return part;
  const from = start > reach ? part.text.indexOf('\n', start - reach) + 1 : 0;
  const to = part.text.indexOf('\n', end + reach);
  // A table is read by its head.
  const head = part.text.slice(0, Math.min(part.text.indexOf('\n') + 1 || 0, 4_000, from));
  return {
    location: part.location,
    text: head + part.text.slice(Math.min(from, start), to === -1 ? undefined : to),
  };
}

/** Reads an answer by its type. Null if it is not exactly one value of it. */
export function readValue(
  type: ColumnType,
  words: string,
  style: NumberStyle = anyStyle,
): CheckedCell['value'] {
  if (type === 'text') return words === '' ? null : words;
  if (type === 'boolean') {
    const word = words.toLowerCase().replace(/[.!。]$/u, '');
    return yes.has(word) ? true : no.has(word) ? false : null;
  }
  if (type === 'date') {
    const days = readDays(words, style.language).flatMap((day) => isoOf(day) ?? []);
    return days.length === 1 ? (days[0] ?? null) : null;
  }
  const figures = readTyped(words, style);
  const numbers = figures.length > 1 ? figures.filter(({ kind }) => kind !== 'year') : figures;
  const [number, second] = numbers;
  // Alone, a number in brackets is a loss, as in a cell of a table.
  return !number || second
    ? null
    : signed({ ...number, sign: readQuantityCell(words, style)?.sign ?? number.sign });
}

const yes = new Set(['yes', 'true', 'ja', 'oui', 'sí', 'si', 'はい']);
const no = new Set(['no', 'false', 'nein', 'non', 'いいえ']);

const signed = ({ value, sign }: TypedFigure): number => (sign === -1 ? -value : value);

function isoOf({ year, months, day }: DateSpan): string | null {
  if (year === null || months === null || day === null || months[0] !== months[1]) return null;
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  return `${pad(year, 4)}-${pad(months[0], 2)}-${pad(day, 2)}`;
}

/** Writes a loss with a minus before it: "(2,252)" is "-2,252". */
function withMinus(words: string, style: NumberStyle): string {
  if (readTyped(words, style).some(({ sign }) => sign === -1)) return words;
  return `-${words.replace(/^\s*[(（]\s*|\s*[)）‐‑‒–−-]\s*$/gu, '')}`;
}

/**
 * Returns the number or day of a sentence if it is the only one of the value's kind and another
 * than the value. A loss in words has no sign.
 */
function findOther(
  text: string,
  words: string,
  type: ColumnType,
  value: CheckedCell['value'],
  style: NumberStyle,
): string | null {
  if (type === 'date') {
    const [day, second] = [
      ...new Set(readDays(text, style.language).flatMap((one) => isoOf(one) ?? [])),
    ];
    return day === undefined || second !== undefined || day === value ? null : day;
  }
  if (type !== 'number' || text === words) return null;
  const kinds = new Set(readTyped(words, style).map(({ kind }) => kind));
  const [figure, second] = readTyped(text, style).filter(({ kind }) => kinds.has(kind));
  if (!figure || second) return null;
  const isSame = figure.values.some(
    (one) => Math.abs(one - Math.abs(Number(value))) <= figure.rounding * 1.001,
  );
  return isSame && figure.sign * Math.sign(Number(value)) !== -1 ? null : figure.shown;
}

/** True if a sentence says the value; then the check of the sentence is that of the value. */
function holdsValue(
  sentence: string,
  type: ColumnType,
  value: CheckedCell['value'],
  style: NumberStyle,
): boolean {
  if (type === 'boolean') return true;
  if (type === 'date')
    return readDays(sentence, style.language).some((day) => isoOf(day) === value);
  if (type === 'number')
    return readTyped(sentence, style).some((figure) => signed(figure) === value);
  return foldShort(sentence)
    .toLowerCase()
    .includes(foldShort(String(value)).toLowerCase());
}
