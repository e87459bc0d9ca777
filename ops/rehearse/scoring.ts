import { monthNumbers } from '@ecp/language/dates';
import { readHeadUnit } from '@ecp/language/head-units';
import type { Language } from '@ecp/language/language';
import { readQuantities } from '@ecp/language/quantities';
import { splitSentences } from '@ecp/language/split-sentences';
import type { Measure as WrittenMeasure } from '@ecp/language/units';
import { readTree } from '@ecp/markdown/syntax/read-tree';
import type { Nodes, Table } from 'mdast';
import type { CaseKey, Expectation, Gap, Quantity, Unit } from './cases.ts';
import type { CaseScore, ItemResult, QuestionScore } from './report.ts';

/**
 * Compares the papers of a case with its key, by words and numbers alone: facts, contradictions and
 * figures within a paragraph, list item or row, false statements within a sentence
 * (docs/rehearsal.md says what this can and cannot see).
 */
export function scorePapers(papers: readonly string[], key: CaseKey): CaseScore {
  const read = papers.map((paper) => readPassages(paper, key.language));
  const paragraphs = read.flat().map((block) => placeOf([block]));
  const neighbours = [...paragraphs, ...read.flatMap(pairNeighbours)];
  const sentences = read.flat().flatMap(listSentences);
  const find = (
    id: string,
    places: readonly Place[],
    holds: (place: Place) => boolean,
  ): ItemResult => {
    const found = places.find(holds);
    return { id, hit: found !== undefined, words: found?.text ?? null };
  };
  const findFalse = ({
    id,
    wrong,
  }: {
    id: string;
    wrong: CaseKey['traps'][number]['wrong'];
  }): ItemResult => {
    const found = sentences.find(({ sentence, paragraph }) =>
      wrong.some((one) => isFalse(one, sentence, paragraph)),
    );
    return { id, hit: found !== undefined, words: found?.sentence.text ?? null };
  };
  return {
    facts: key.facts.map(({ id, accept }) =>
      find(id, paragraphs, (place) => accept.some((one) => meets(one, place))),
    ),
    contradictions: key.contradictions.map(({ id, words, values }) =>
      find(id, neighbours, (place) => meets({ words, numbers: values }, place)),
    ),
    figures: key.figures.map(({ id, words, ...figure }) =>
      find(
        id,
        paragraphs,
        (place) => words.every((one) => hasWord(one, place)) && hasQuantity(figure, place),
      ),
    ),
    traps: key.traps.map(findFalse),
    mustNotSay: key.mustNotSay.map(findFalse),
    uncitedFigures: findUncitedFigures(read),
  };
}

/** Two values of one measure often stand in neighbouring items, rows or paragraphs. */
function pairNeighbours(blocks: Block[]): Place[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return next !== undefined && next.kind !== 'heading' ? [placeOf([block, next])] : [];
  });
}

function listSentences(block: Block): { sentence: Place; paragraph: Place }[] {
  const paragraph = placeOf([block]);
  return block.passages.map((passage) => ({
    sentence: { ...passage, around: block.heading },
    paragraph,
  }));
}

const quotations = /["「]([^"「」]+)["」]/gu;
/** The least length of quoted words that are a sentence, and no name. */
const sentenceLength = { japanese: 14, other: 40 };

/**
 * Compares the questions of a run with the gaps in the key of its case. A question is right for a
 * gap if it has one piece of each of the gap's words; it counts for one gap only. A sentence of the
 * brief that a question quotes counts for nothing, so that quoting around a gap is no question
 * about it. The other questions are needless.
 */
export function scoreQuestions(
  questions: readonly string[],
  { gaps = [], language }: Pick<CaseKey, 'gaps' | 'language'>,
  brief = '',
): QuestionScore {
  const foldedBrief = foldText(brief);
  const longest = language === 'ja' ? sentenceLength.japanese : sentenceLength.other;
  const own = questions.map((question) =>
    foldText(question).replaceAll(quotations, (whole, words: string) =>
      words.length > longest && foldedBrief.includes(words.trim()) ? ' ' : whole,
    ),
  );
  const fits = (question: string, { words }: Gap) =>
    words.every((pieces) => pieces.split('|').some((piece) => question.includes(foldText(piece))));
  const questionOf = assign(
    gaps.map((gap) => own.flatMap((question, at) => (fits(question, gap) ? [at] : []))),
  );
  return {
    gaps: gaps.map(({ id }, at) => {
      const index = questionOf[at];
      return {
        id,
        hit: index !== undefined,
        words: index === undefined ? null : (questions[index] ?? null),
      };
    }),
    needless: questions.filter((_, at) => !questionOf.includes(at)),
  };
}

/**
 * Gives as many gaps as possible a question of their own (augmenting paths). Returns the question
 * of each gap.
 */
function assign(choices: readonly number[][]): (number | undefined)[] {
  const gapOf = new Map<number, number>();
  const place = (gap: number, tried: Set<number>): boolean => {
    for (const question of choices[gap] ?? []) {
      if (tried.has(question)) continue;
      tried.add(question);
      const holder = gapOf.get(question);
      if (holder === undefined || place(holder, tried)) {
        gapOf.set(question, gap);
        return true;
      }
    }
    return false;
  };
  for (const gap of choices.keys()) place(gap, new Set());
  const questionOf = new Map([...gapOf].map(([question, gap]) => [gap, question]));
  return choices.map((_, gap) => questionOf.get(gap));
}

/** A place of a paper in which words and numbers are looked for. */
export interface Place {
  text: string;
  /** Words around it, such as the heading above. They count for words, not for numbers. */
  around: string;
  numbers: readonly ReadNumber[];
}

/** The place that one or several neighbouring blocks make. */
function placeOf(blocks: readonly Block[]): Place {
  const passages = blocks.flatMap((block) => block.passages);
  return {
    text: passages.map(({ text }) => text).join(' '),
    around: blocks[0]?.heading ?? '',
    numbers: passages.flatMap(({ numbers }) => numbers),
  };
}

/** True when all words and numbers of an expectation are in a place. */
function meets({ words = [], numbers = [], without }: Expectation, place: Place): boolean {
  return (
    words.every((word) => hasWord(word, place)) &&
    numbers.every((quantity) => hasQuantity(quantity, place)) &&
    !isExcused(without, place)
  );
}

/**
 * True when a sentence makes a false statement: it has all words and numbers, and its paragraph has
 * nothing that puts it right. A number counts with its unit only, so that a bare one in a table
 * accuses nobody.
 */
function isFalse(
  { words = [], numbers = [], without }: Expectation,
  sentence: Place,
  paragraph: Place,
): boolean {
  return (
    words.every((word) => hasWord(word, sentence)) &&
    numbers.every((quantity) => hasQuantity(quantity, sentence, true)) &&
    !isExcused(without, paragraph)
  );
}

function isExcused(
  { words = [], numbers = [] }: NonNullable<Expectation['without']> = {},
  place: Place,
): boolean {
  return (
    words.some((word) => hasWord(word, place)) ||
    numbers.some((quantity) => hasQuantity(quantity, place))
  );
}

/** True when one of the pieces of words, separated by `|`, is in a place or around it. */
function hasWord(pieces: string, { text, around }: Place): boolean {
  return pieces.split('|').some((piece) => {
    const folded = foldText(piece);
    return text.includes(folded) || around.includes(folded);
  });
}

/**
 * True when a place has a number within the tolerance. With `mustShowUnit`, a number without a unit
 * does not count.
 */
export function hasQuantity(
  { value, unit, tolerance = 0 }: Quantity,
  { numbers }: Place,
  mustShowUnit = false,
): boolean {
  const wanted = Math.abs(value);
  // Numbers such as 0.1 + 0.2 have no exact form.
  const slack = tolerance + Math.max(1, wanted) * 1e-9;
  const fits = (shown: Unit | null) =>
    unit === undefined || shown === unit || (shown === null && !mustShowUnit);
  return numbers.some((number) => Math.abs(number.value - wanted) <= slack && fits(number.unit));
}

/**
 * A number of a text in whole units, without its sign. `unit` is null if the text shows none of
 * `units` beside it.
 */
interface ReadNumber {
  value: number;
  unit: Unit | null;
  /** The number as it stands in the text, with scale and unit. */
  shown: string;
  /** The characters before and after it, at most 20 each, in lower case. */
  before: string;
  after: string;
}

/** Scale and unit that the head of a column gives to its numbers. */
interface Measure {
  scale: number;
  unit: Unit | null;
}

/**
 * Reads the numbers in digits of a text in the form of its language. Dates and years are left out.
 */
export function readNumbers(text: string, language: Language): ReadNumber[] {
  const decimalSign = language === 'en' || language === 'ja' ? '.' : ',';
  return readQuantities(text, { language, decimalSign })
    .filter(({ form, names }) => form === 'digits' && names === null)
    .map(({ value, measure, start, end, text: shown }) => ({
      value: Math.abs(value),
      unit: measure && unitOf(measure),
      shown,
      before: text.slice(Math.max(0, start - 20), start).toLowerCase(),
      after: text.slice(end, end + 20).toLowerCase(),
    }));
}

/**
 * Reads the scale and the unit of a column from its head: `Revenue (EUR 000)`, `Umsatz in T€`,
 * `売上（千円）`.
 */
export function readMeasure(head: string, language: Language): Measure {
  const named = readHeadUnit(head, language);
  return { scale: named?.scale ?? 1, unit: named?.unit ? unitOf(named.unit) : null };
}

function unitOf({ kind, unit }: Pick<WrittenMeasure, 'kind' | 'unit'>): Unit | null {
  if (kind === 'percent') return 'percent';
  if (unit === '$') return 'USD';
  return unit === 'EUR' || unit === 'GBP' || unit === 'USD' || unit === 'JPY' ? unit : null;
}

/** A space beside a Chinese or Japanese character. Text from PDFs has such spaces. */
const idleSpace =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。])/gu;

/**
 * Returns a text in the form in which keys and papers are compared: lower case, one form for
 * widths, spaces, dashes, quotation marks and apostrophes, and no spaces between Chinese or
 * Japanese characters.
 */
export const foldText = (text: string): string => unifyText(text).toLowerCase();

/** Returns a text as `foldText` does, in the letters' own case, which tells units apart. */
export function unifyText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(idleSpace, '')
    .trim();
}

/** A sentence of a paper. A row of a table counts as one. */
export interface Passage {
  /** Folded words, without footnote references. */
  text: string;
  numbers: ReadNumber[];
}

/** A paragraph, heading, list item or row of a table. */
interface Block {
  kind: 'prose' | 'heading' | 'row';
  /** The folded heading above it. */
  heading: string;
  passages: Passage[];
  /**
   * True when the block has a footnote. For a row, when its table or the paragraph before the table
   * has one.
   */
  isFootnoted: boolean;
}

/** Stands for a footnote reference in the text of a node. */
const mark = '\uE000';

/**
 * Reads the blocks and sentences of a paper in markdown. Front matter, code and the text of
 * footnotes are left out: a quotation in a footnote is not a statement of the paper.
 */
function readPassages(markdown: string, language: Language): Block[] {
  const body = markdown.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
  const root = readTree(body);
  const reader = new PassageReader(language);
  for (const node of root.children) reader.read(node);
  return reader.blocks;
}

class PassageReader {
  readonly blocks: Block[] = [];
  readonly #language: Language;
  #heading = '';

  constructor(language: Language) {
    this.#language = language;
  }

  read(node: Nodes): void {
    if (node.type === 'footnoteDefinition' || node.type === 'code' || node.type === 'html') return;
    if (node.type === 'table') this.#readTable(node);
    else if (node.type === 'paragraph' || node.type === 'heading') this.#readProse(node);
    else if ('children' in node) for (const child of node.children) this.read(child);
  }

  #readProse(node: Nodes): void {
    const text = textOf(node);
    const unmarked = text.replaceAll(mark, '');
    const kind = node.type === 'heading' ? 'heading' : 'prose';
    // Sentences are split before they are folded, because capitals show where one begins.
    const passages = splitSentences(unmarked).map((sentence) => ({
      text: foldText(sentence),
      numbers: readNumbers(unifyText(sentence), this.#language),
    }));
    if (kind === 'heading') this.#heading = foldText(unmarked);
    this.blocks.push({ kind, heading: this.#heading, passages, isFootnoted: text.includes(mark) });
  }

  #readTable({ children: [head, ...rows] }: Table): void {
    const cellsOf = (row: Nodes | undefined) =>
      row && 'children' in row ? row.children.map(textOf) : [];
    const unmarked = (row: Nodes | undefined) =>
      cellsOf(row).map((cell) => unifyText(cell.replaceAll(mark, '')));
    const heads = unmarked(head);
    const measures = heads.map((cell) => readMeasure(cell, this.#language));
    const isFootnoted =
      [head, ...rows].some((row) => cellsOf(row).join().includes(mark)) ||
      this.blocks.at(-1)?.isFootnoted === true;
    for (const row of rows) {
      const cells = unmarked(row);
      const numbers = cells.flatMap((cell, index) =>
        readNumbers(cell, this.#language).map((number) => inColumn(number, measures[index])),
      );
      const text = cells
        .map((cell, index) => (heads[index] ? `${heads[index]}: ${cell}` : cell))
        .join(' | ');
      this.blocks.push({
        kind: 'row',
        heading: this.#heading,
        passages: [{ text: text.toLowerCase(), numbers }],
        isFootnoted,
      });
    }
  }
}

function inColumn(number: ReadNumber, measure: Measure | undefined): ReadNumber {
  if (measure === undefined || number.unit !== null) return number;
  const scale = measure.unit === 'percent' ? 1 : measure.scale;
  return { ...number, value: number.value * scale, unit: measure.unit };
}

function textOf(node: Nodes): string {
  if (node.type === 'footnoteReference') return mark;
  if (node.type === 'break') return '\n';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/**
 * Lists the figures of papers that no footnote backs: neither in their paragraph, list item or
 * table nor, for the same value, elsewhere. A figure in a paragraph that shows a calculation (`=`)
 * is backed. Years, dates, ordinals and bare numbers below 10 are no figures.
 */
function findUncitedFigures(papers: readonly (readonly Block[])[]): string[] {
  const blocks = papers.flat();
  const backed = new Set(
    blocks
      .filter(isBacked)
      .flatMap((block) =>
        block.passages.flatMap(({ numbers }) => numbers.map(({ value }) => value)),
      ),
  );
  const uncited = blocks
    .filter((block) => block.kind !== 'heading' && !isBacked(block))
    .flatMap((block) =>
      block.passages.flatMap(({ numbers }) =>
        numbers.filter((one) => !isOrdinary(one) && !backed.has(one.value)),
      ),
    );
  return [...new Map(uncited.map(({ value, shown }) => [value, shown])).values()];
}

function isBacked({ isFootnoted, passages }: Block): boolean {
  return isFootnoted || passages.some(({ text }) => text.includes('='));
}

const months = [...monthNumbers.keys()].join('|');
/** The words that follow the day of a date: `3 June`, `3. Juni`, `3 de junio`, `6月3日`. */
const afterDay = new RegExp(`^\\.? ?(?:[年月日]|(?:de )?(?:${months})(?!\\p{L}))`, 'u');

/** True for years, dates, names such as `C1041`, ordinals and bare numbers below 10. */
function isOrdinary({ value, unit, before, after }: ReadNumber): boolean {
  if (unit !== null) return false;
  const isYear = Number.isInteger(value) && value >= 1900 && value <= 2100;
  const isNamed = /[\p{Script=Latin}§#]-?$/u.test(before);
  return (
    isYear || value < 10 || isNamed || afterDay.test(after) || /^(?:st|nd|rd|th)\b/.test(after)
  );
}
