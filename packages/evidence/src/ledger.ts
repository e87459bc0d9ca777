import { createHash } from 'node:crypto';
import { findWorst } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { ConflictKind, ConflictValue, Figure } from '@ecp/contract/values/figures';
import { type DateSpan, readDates } from '@ecp/language/dates';
import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import { type Quantity, readQuantities } from '@ecp/language/quantities';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { type DocumentBlock, type ParsedDocument, parseDocument } from './document.ts';
import { showPassage } from './passages.ts';
import { foldShort } from './quotes.ts';
import { splitClaims } from './split-claims.ts';
import { readTables, type SourceCell, type SourceRow, type SourceTable } from './tables.ts';

/** Limits the words of a label: a longer stretch names no figure. */
const maxLabelWords = 8;
/** Limits the words behind a figure that say where it holds: "in the north of Berlin". */
const maxScopeWords = 5;
/**
 * Limits the values of one label in a document. With more, the label names the rows of a list and
 * no figure.
 */
const maxValues = 3;

type Named = Omit<Figure, 'section' | 'state'>;

/**
 * Reads the figures of a document for the ledger, with labels from table rows or from the words of
 * their sentences ("Net sales were …"). Figures without a label cannot be compared between
 * documents and are omitted.
 * @param checked the statements that the check returned for the same document
 */
export async function readFigures(
  markdown: string | ParsedDocument,
  checked: readonly Pick<Citation, 'claim' | 'state'>[],
  slice: TimeSlice,
): Promise<Figure[]> {
  const { blocks } = await parseDocument(markdown, slice);
  const text = blocks.map((block) => block.text).join('\n');
  const language = findLanguage(text) ?? 'en';
  const style = readNumberStyle(text, language);
  const states = Map.groupBy(checked, ({ claim }) => claim);
  const stateOf = (sentence: string) => {
    const found = states.get(showPassage(sentence, 600)) ?? [];
    return findWorst(found)?.state ?? 'verified';
  };
  const figures: Figure[] = [];
  let section: string | null = null;
  for (const [at, block] of blocks.entries()) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    if (block.kind === 'heading') section = block.text.trim();
    if (block.kind === 'prose')
      for (const { sentence, stretch } of splitClaims(block)) {
        const named = readSentence(stretch, style, language);
        if (named) figures.push({ ...named, section, state: stateOf(sentence) });
      }
    if (block.kind === 'row' && block.columns === null)
      for (const { named, row } of readOwnTable(blocks, at, style))
        figures.push({ ...named, section, state: stateOf(row) });
  }
  return withoutLists(figures);
}

function withoutLists(figures: readonly Figure[]): Figure[] {
  const groups = Map.groupBy(figures, keyOfFigure);
  const lists = new Set(
    [...groups].flatMap(([key, own]) =>
      new Set(own.map(({ value }) => value)).size > maxValues ? [key] : [],
    ),
  );
  const seen = new Set<string>();
  return figures.filter((figure) => {
    const key = keyOfFigure(figure);
    const whole = JSON.stringify([key, figure.value, figure.section]);
    return !lists.has(key) && !seen.has(whole) && seen.add(whole);
  });
}

function readOwnTable(
  blocks: readonly DocumentBlock[],
  start: number,
  style: NumberStyle,
): { named: Named; row: string }[] {
  let end = start + 1;
  while (blocks[end]?.kind === 'row' && blocks[end]?.columns !== null) end += 1;
  const rows = blocks.slice(start, end).map(({ text }) => text.replaceAll('\n', ' '));
  const [head = '', ...others] = rows;
  const rule = head
    .split(' | ')
    .map(() => '---')
    .join(' | ');
  const [table] = readTables([head, rule, ...others].map((row) => `| ${row} |`).join('\n'), style);
  const numbered = table && isNumbered(table) ? table.columns[0] : null;
  return (table?.rows ?? []).flatMap(({ cells, line }) => {
    const at = others.findIndex((row) => line.includes(row));
    const row = at === -1 ? line : (blocks[start + 1 + at]?.text ?? line);
    const foreign = new Set(
      cells.flatMap(({ column, text }) => (namesOtherTime(column) ? [text.trim()] : [])),
    );
    return cells.flatMap((cell) => {
      if (cell.column === numbered) return [];
      const periods = cell.periods.filter((period) => !foreign.has(period.text.trim()));
      const named = readCell({ ...cell, periods }, style);
      return named ? [{ named, row: row.trim() }] : [];
    });
  });
}

/** True for a table whose first column only counts its rows. */
const isNumbered = ({ rows }: SourceTable): boolean =>
  rows.length > 1 &&
  rows.every(({ texts }, index) => texts[0]?.trim().replace(/\.$/u, '') === String(index + 1));

/**
 * True for a time that is a fact of its own, as "deadliest year": it dates no other cell of its
 * row.
 */
const namesOtherTime = (column: string): boolean =>
  /\s(?:year|jahr|année|año|date|datum|fecha|month|monat|mois|mes)$/iu.test(column.trim()) &&
  !/^(?:fiscal|calendar|financial|business|reporting|base|geschäftliches|année|del?|the|das)\s/iu.test(
    column.trim(),
  );

/**
 * Limits the words of a cell beside its figure, and words of a choice or a change: "10 % less or
 * more".
 */
const maxCellWords = 3;
const choice =
  /(?<!\p{L})(?:or|less|more|oder|weniger|mehr|ou|moins|plus|o|menos|más)(?!\p{L})|または|以上|以下|未満/iu;

/** True for a cell with more than a figure: "no spare battery; second ferry 6 % less". */
function tellsMore(text: string, style: NumberStyle): boolean {
  const countWords = (words: string) => (words.match(/\p{L}+/gu) ?? []).length;
  if (choice.test(text)) return true;
  if (countWords(text) <= maxCellWords) return false;
  const inFigures = readQuantities(text, style).reduce(
    (sum, figure) => sum + countWords(figure.text),
    0,
  );
  return countWords(text) - inFigures > maxCellWords;
}

function readCell(
  { text, quantity, row, section, column, periods }: SourceCell,
  style: NumberStyle,
): Named | null {
  if (quantity === null || quantity.names !== null || tellsMore(text, style)) return null;
  const period = periodOf(periods);
  if (period === undefined) return null;
  const parts = [row, section ?? '', column]
    .map((part) => cleanHead(part, periods))
    .filter((part) => /\p{L}/u.test(part));
  const label = [...new Set(parts)].join(', ');
  if (label === '' || isGeneric(label)) return null;
  return {
    label,
    unit: unitOf(quantity),
    period,
    value: plainNumber(quantity.value),
    text: text.trim(),
  };
}

/** Removes units in brackets and times from a head or a label. */
function cleanHead(head: string, periods: readonly DateSpan[]): string {
  const bare = head.replace(/[([（][^)\]）]*[)\]）]/gu, ' ');
  return periods
    .reduce((left, { text }) => left.replace(text, ' '), bare)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:、–-]+|[\s,;:、–-]+$/g, '')
    .replace(openEnd, '');
}

/** Prepositions that remain at a label's end without its time. */
const openEnd =
  /(?:\s+(?:of|in|at|to|until|from|since|by|against that of|von|im|am|bis|seit|en|de|du|del|al|jusqu[’']en))+$/iu;
/** Words that point to another sentence. */
const pointer =
  /(?<!\p{L})(?:its|their|his|her|ihre?[rsnm]?|seine?[rsnm]?|leurs?|sus?|this|that|these|those|there|it|they|dies\p{L}{0,2}|jene\p{L}?|dort|davon|celui-ci|celle-ci|cela|ceci|ese|esa|eso|esto|allí)(?!\p{L})|[こそ][れのこ]/iu;

const verb: Record<Language, RegExp> = {
  en: /\s(?:is|are|was|were|came to|comes to|amounted to|amounts to|reached|stood at|stands at|totalled|totals)\s/iu,
  de: /\s(?:ist|sind|war|waren|beträgt|betrug|betragen|betrugen|belief sich auf|beläuft sich auf|lag bei|liegt bei|erreichte|erreicht)\s/iu,
  fr: /\s(?:est|sont|était|étaient|est de|s['’]élève à|s['’]élevait à|atteint|a atteint|se monte à|représente)\s/iu,
  es: /\s(?:es|son|fue|fueron|era|eran|asciende a|ascendió a|alcanza|alcanzó|se sitúa en|suma|sumó)\s/iu,
  ja: /[はが]/u,
};
const filler =
  /^(?:in|en|im|for|für|pour|para|of|by|the|der|die|das|le|la|les|el|los|las|our|unser\p{L}*|notre|nuestr\p{L}*|a|an|ein|eine|un|une|una)\s+/iu;
const preposition =
  /^(?:in|at|of|for|from|im|am|bei|für|von|aus|en|à|au|aux|dans|pour|de|du|des|chez|para|del)\s+(?:(?:the|der|die|das|dem|den|le|la|les|el|los|las|all|allen|tous|toutes)\s+)*/iu;
/** Words behind a figure that say nothing about it. */
const closing =
  /^(?:in all|in total|insgesamt|au total|en total|である|でした|だった|です|となった|に達した|だ)$/iu;

/** "Net sales: EUR 4.8 million". A hedge may stand between. */
const named = /^([^:：]{2,80})[:：]\s*(?:\S{1,12}\s+)?$/u;

/**
 * Reads the first figure of a sentence, if it is the subject's value: "Net sales in 2024 were DKK
 * 4,546 million".
 */
function readSentence(sentence: string, style: NumberStyle, language: Language): Named | null {
  const [figure, ...others] = readQuantities(sentence, style).filter(
    ({ form }) => form === 'digits',
  );
  if (!figure || figure.names !== null) return null;
  // In Japanese, the subject of a list of figures stands behind all of them.
  if (language === 'ja' && others.some((one) => unitOf(one) === unitOf(figure))) return null;
  const head = sentence.slice(0, figure.start);
  const subject = named.exec(head)?.[1] ?? subjectOf(head);
  if (subject === null) return null;
  const clause = /^[^,;:.。、(（]*/u.exec(sentence.slice(figure.end))?.[0] ?? '';
  const dates = [...readDates(head, language), ...readDates(clause, language)];
  const period = periodOf(dates);
  const scope = readScope(without(clause, dates));
  if (period === undefined || scope === null) return null;
  const { main, context } = splitSubject(
    without(subject, dates)
      .trim()
      .replace(/^\s*[^\s,]{0,12}\s*,\s*/u, '')
      .replace(conjunction, '')
      .replace(/\s+(?:in|im|en|for|für|del?|du|の)$/iu, '')
      .trim(),
  );
  let subjectLabel = main;
  for (
    let next = subjectLabel.replace(filler, '');
    next !== subjectLabel;
    next = subjectLabel.replace(filler, '')
  )
    subjectLabel = next;
  const isName =
    !/[,;:。、()?]/u.test(subjectLabel) && subjectLabel.split(/\s+/).length <= maxLabelWords;
  const tells = Object.values(verb).some((one) => one !== verb.ja && one.test(` ${subjectLabel} `));
  if (
    !isName ||
    tells ||
    !/\p{L}{2}/u.test(subjectLabel) ||
    isGeneric(subjectLabel) ||
    pointer.test(subjectLabel)
  )
    return null;
  const label = [subjectLabel, scope, context].filter((part) => part !== '').join(', ');
  return {
    label,
    unit: unitOf(figure),
    period,
    value: plainNumber(figure.value),
    text: figure.text.trim(),
  };
}

const conjunction = /^(?:and|but|or|so|yet|und|aber|oder|et|mais|ou|y|e|pero|o)\s+/iu;
const article =
  /^(?:the|our|der|die|das|unser\p{L}*|le|la|les|notre|nos|el|los|las|nuestr\p{L}*)$/iu;
const relation =
  /^(?:in|on|at|of|for|from|by|with|under|after|before|to|im|am|bei|mit|nach|für|von|aus|auf|dans|sur|avec|pour|de|du|des|en|con|para|del|sobre)$/iu;
/** Words for a source, which say where a figure stands and not what it measures. */
const sourceWord =
  /(?:workbook|sheet|table|file|report|paper|document|note|source|data|arbeitsmappe|tabelle|datei|bericht|quelle|dokument|classeur|tableau|fichier|rapport|libro|tabla|archivo|informe)s?$/iu;

/**
 * Parts a subject from the phrase that stands before it: "in the workbook the largest gap" is the
 * largest gap. The phrase is kept as a context, unless it names a source.
 */
function splitSubject(subject: string): { main: string; context: string } {
  const words = subject.split(/\s+/);
  const at = words.findLastIndex(
    (word, index) => index > 1 && article.test(word) && !relation.test(words[index - 1] ?? ''),
  );
  if (at === -1 || !relation.test(words[0] ?? '')) return { main: subject, context: '' };
  const phrase = words
    .slice(1, at)
    .filter((word, index) => index > 0 || !article.test(word))
    .join(' ');
  return { main: words.slice(at).join(' '), context: sourceWord.test(phrase) ? '' : phrase };
}

/**
 * Returns what stands before the verb, if only a hedge or a currency stands between the verb and
 * the figure.
 */
function subjectOf(head: string): string | null {
  const language = (['ja', 'en', 'de', 'fr', 'es'] as const).find((one) => verb[one].test(head));
  const match = language === undefined ? null : verb[language].exec(head);
  if (match === null) return null;
  const rest = head.slice(match.index + match[0].length);
  return rest.split(/\s+/).filter(Boolean).length > 3 ? null : head.slice(0, match.index);
}

/**
 * Returns where a figure holds by the words behind it, empty without any; null for words that say
 * something else.
 */
function readScope(behind: string): string | null {
  const words = behind
    .trimEnd()
    .replace(/\s+(?:in|im|en|au|del?|du)$/iu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '' || /^(?:in|im|en|del?|du|の)$/iu.test(words) || closing.test(words)) return '';
  const place = words.replace(preposition, '');
  return place === words || place.split(' ').length > maxScopeWords || /\d/.test(place)
    ? null
    : place;
}

const generic =
  /^(?:(?:one|each|this|that|the|every|eine?|jede[rs]?|diese[rs]?|une?|chaque|cette?|una?|cada|este|esta)\s+)*(?:rows?|values?|figures?|numbers?|results?|totals?|sums?|answers?|cells?|count|it|this|that|they|zeilen?|werte?|zahl(?:en)?|ergebnis(?:se)?|summen?|es|lignes?|valeurs?|chiffres?|résultats?|totaux|somme|filas?|valor(?:es)?|cifras?|resultados?|suma|行|値|数値|結果|合計|これ)$/iu;

/** True for words that name a place in a table, or nothing: no reader would ask for "one row". */
const isGeneric = (label: string): boolean => generic.test(label.trim());

const without = (text: string, dates: readonly DateSpan[]): string =>
  dates.reduce((left, { text: date }) => left.replace(date, ' '), text).replace(/\s+/g, ' ');

function unitOf({ measure }: Quantity): string | null {
  if (measure === null) return null;
  return measure.per === null ? measure.unit : `${measure.unit}/${measure.per}`;
}

/** Names the one period of dates, such as `2024-Q3`. Null without any, undefined for several. */
function periodOf(dates: readonly DateSpan[]): string | null | undefined {
  const years = new Set(
    dates.flatMap(({ year, until }) =>
      year === null ? [] : [`${year}${until === null ? '' : `/${until}`}`],
    ),
  );
  const parts = new Set(
    dates.flatMap(({ months, day }) => (months === null ? [] : [JSON.stringify([months, day])])),
  );
  if (dates.some(({ range }) => range !== null) || years.size > 1 || parts.size > 1)
    return undefined;
  const [year] = years;
  if (year === undefined) return parts.size === 0 ? null : undefined;
  const dated = dates.find(({ months }) => months !== null);
  if (!dated?.months)
    return dates.some(({ fiscal }) => fiscal) && !year.includes('/') ? `FY${year}` : year;
  const [first, last] = dated.months;
  const two = (month: number) => String(month).padStart(2, '0');
  if (first === last)
    return `${year}-${two(first)}${dated.day === null ? '' : `-${two(dated.day)}`}`;
  return last - first === 2 && first % 3 === 1
    ? `${year}-Q${(first + 2) / 3}`
    : `${year}-${two(first)}/${two(last)}`;
}

export interface DocumentFigures {
  filename: string;
  version: number;
  figures: readonly Figure[];
}

interface FigureGroup extends Pick<Figure, 'label' | 'unit' | 'period'> {
  /** True if two documents give values that differ beyond the rounding that they show. */
  conflict: boolean;
  values: (Pick<Figure, 'value' | 'text' | 'section' | 'state'> &
    Pick<DocumentFigures, 'filename' | 'version'>)[];
}

interface DocumentConflict {
  id: string;
  about: string;
  /** Each value of each document once, in the order of the documents. */
  values: ConflictValue[];
}

/** Articles and prepositions, which labels of the same figure may lack. */
const fillers = new Set(
  `the a an of in for our their its der die das den dem des ein eine im in von für unser unsere le la les l un une des du de d
  en pour notre nos el los las del al por para nuestro nuestra の`.split(/\s+/),
);

/**
 * Reduces a label to its words in lower case without articles, plural and accents, in alphabetical
 * order.
 */
function foldLabel(label: string): string {
  const words =
    label
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:es|en|s|e|n)$/u, '') : word))
    .sort()
    .join(' ');
}

/**
 * Groups figures by label, unit and period, in the order of their first figure. A document with
 * several values of a label means several things by it, so it is in no conflict: a false conflict
 * annoys more than a missed one.
 */
export function groupFigures(documents: readonly DocumentFigures[]): FigureGroup[] {
  const groups = new Map<string, FigureGroup>();
  for (const { filename, version, figures } of documents) {
    for (const { label, unit, period, value, text, section, state } of figures) {
      const key = keyOfFigure({ label, unit, period });
      const group = groups.get(key) ?? { label, unit, period, conflict: false, values: [] };
      groups.set(key, group);
      group.values.push({ value, text, filename, version, section, state });
    }
  }
  return [...groups.values()].map((group) => ({ ...group, conflict: differ(group.values) }));
}

/**
 * Lists the figures to which documents give different values, rounding apart, in the order of their
 * first figure.
 */
export function findDocumentConflicts(documents: readonly DocumentFigures[]): DocumentConflict[] {
  return groupFigures(documents)
    .filter(({ conflict }) => conflict)
    .map(toConflict);
}

/** Returns the conflict of a group whose documents differ. */
export function toConflict({ label, unit, period, values }: FigureGroup): DocumentConflict {
  const once = new Map(values.map((value) => [`${value.filename}\n${value.value}`, value]));
  const told = [...once.values()].map(({ value, text, filename, section, version }) => {
    return { value, text, filename, attachmentId: null, place: section, version };
  });
  const isDated = period === null || label.includes(period);
  const about = isDated ? label : `${label}, ${period}`;
  return {
    id: identifyConflict('documents', [keyOfFigure({ label, unit, period })], told),
    about,
    values: told,
  };
}

/**
 * Returns the id of a conflict by its subject and its values, whichever documents give them.
 * @param about names it; the words of an agent are folded
 */
export function identifyConflict(
  kind: ConflictKind,
  about: readonly string[],
  values: readonly Pick<ConflictValue, 'value' | 'filename'>[],
): string {
  const named = kind === 'documents' ? about : about.map(foldLabel);
  const given = values.map(({ value, filename }) =>
    kind === 'documents' ? [value] : [value, filename],
  );
  const distinct = [...new Set(given.map((one) => JSON.stringify(one)))].sort();
  return hash([kind, named, distinct]);
}

/** Returns the id of a figure. It stays the same while label, unit and period do. */
export function identifyFigure(figure: Pick<Figure, 'label' | 'unit' | 'period'>): string {
  return createHash('sha256').update(keyOfFigure(figure)).digest('hex').slice(0, 24);
}

const keyOfFigure = ({ label, unit, period }: Pick<Figure, 'label' | 'unit' | 'period'>): string =>
  JSON.stringify([foldLabel(label), unit, period]);

const hash = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

function differ(values: FigureGroup['values']): boolean {
  const sole = [...Map.groupBy(values, ({ filename }) => filename).values()].flatMap((own) => {
    const [first, ...others] = own;
    return first && others.every((other) => isSameShown(first, other)) ? [first] : [];
  });
  return sole.some((one, at) => sole.slice(at + 1).some((other) => !isSameShown(one, other)));
}

/** Removes the digits that only arithmetic has left: 4.1 million is 4100000. */
const plainNumber = (value: number): number => Number(value.toPrecision(14));

interface Shown {
  value: number;
  text: string;
}

/**
 * True for values that differ by no more than the coarser one is rounded: 4.8 million and
 * 4,812,000.
 */
function isSameShown(one: Shown, other: Shown): boolean {
  const difference = Math.abs(one.value - other.value);
  return difference <= Math.max(roundingOf(one), roundingOf(other)) * (1 + 1e-9);
}

/** Returns half of the last digit that the text of a value shows. */
export function roundingOf({ value, text }: Shown): number {
  if (value === 0) return 0.5;
  const digits = (/\d[\d.,’'\u00a0\u202f ]*\d|\d/.exec(text)?.[0] ?? '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  const significant = Math.max(1, digits.length);
  return 10 ** (Math.floor(Math.log10(Math.abs(value)) + 1e-9) - significant + 1) / 2;
}

interface GivenValue {
  value: ConflictValue['value'];
  text: string;
}

/** A value in full, with the unit and the period that its words or its table name. */
export interface ReadValue {
  value: ConflictValue['value'];
  unit: string | null;
  period: string | null;
  /** The value as its source writes it. */
  shown: string;
}

/**
 * Reads a value in its words, else null. For "EUR 4.8 million" it may be given as 4.8, as 4800000,
 * or as a text in the form of any language. The row of a table has the units of its place in the
 * source.
 */
export function readGiven(
  { value, text }: GivenValue,
  source: { text: string; location: string | null } = { text: '', location: null },
): ReadValue | null {
  const given =
    typeof value === 'string' ? readQuantities(value).filter(({ names }) => names === null) : [];
  const [told] = given;
  if (typeof value === 'number' || told) {
    const asked = typeof value === 'number' ? [value] : given.flatMap(listReadings);
    const row = findRow(text, source);
    const figures = row?.cells.flatMap(({ quantity }) => quantity ?? []) ?? figuresOf(text);
    const figure = findAsked(figures, asked) ?? findAsked(readQuantities(text), asked);
    if (figure) {
      const { quantity, found } = figure;
      const isBare = told !== undefined && quantity.measure === null && quantity.scale === 1;
      const cell = row?.cells.find((one) => one.quantity === quantity);
      const dates = [...(cell?.periods ?? []), ...readDates(text, findLanguage(text) ?? 'en')];
      return {
        value: plainNumber(isBare ? told.value : found),
        unit: (isBare ? told : quantity).measure?.unit ?? null,
        period: periodOf(dates) ?? null,
        shown: quantity.text,
      };
    }
  }
  const words = String(value).trim();
  const held = foldShort(words).toLowerCase();
  return typeof value === 'string' && held !== '' && foldShort(text).toLowerCase().includes(held)
    ? { value: words, unit: null, period: null, shown: words }
    : null;
}

/** The values of a number in all its readings, with and without its scale. */
const listReadings = ({ value, scale, others }: Quantity): number[] =>
  [{ value, scale }, ...others].flatMap((one) => [one.value, one.value / one.scale]);

/**
 * Finds the number with one of some values, in full before without its scale, and its value in
 * full.
 */
function findAsked(
  figures: readonly Quantity[],
  asked: readonly number[],
): { quantity: Quantity; found: number } | undefined {
  for (const withScale of [true, false])
    for (const quantity of figures)
      for (const one of [quantity, ...quantity.others])
        if (asked.some((value) => isNear(withScale ? one.value : one.value / one.scale, value)))
          return { quantity, found: one.value };
  return undefined;
}

/** Finds the row of a source's table that words give whole or in part. */
function findRow(
  words: string,
  source: { text: string; location: string | null },
): SourceRow | undefined {
  const folded = foldShort(words);
  const rows = readTables(source.text, readNumberStyle(source.text), source.location ?? '').flatMap(
    (table) => table.rows,
  );
  return folded === '' ? undefined : rows.find(({ line }) => foldShort(line).includes(folded));
}

/** Returns why two values are no conflict, as a clause without its subject, or null. */
export function whyAlike(one: ReadValue, other: ReadValue): string | null {
  if (one.unit !== null && other.unit !== null && one.unit !== other.unit)
    return `have different units: ${one.unit} and ${other.unit}`;
  if (one.period !== null && other.period !== null && one.period !== other.period)
    return `are of different periods: ${one.period} and ${other.period}`;
  if (typeof one.value === 'string' || typeof other.value === 'string') {
    const isSame =
      foldShort(String(one.value)).toLowerCase() === foldShort(String(other.value)).toLowerCase();
    return isSame ? 'are the same' : null;
  }
  const isSame = isSameShown(
    { value: one.value, text: one.shown },
    { value: other.value, text: other.shown },
  );
  return isSame ? 'are the same, rounding and scale apart' : null;
}

/**
 * True if a text gives a value: the number in any scale and rounding that is exact, or the words.
 */
export function givesValue(text: string, value: ConflictValue['value']): boolean {
  if (typeof value === 'number') return figuresOf(text).some((figure) => isValueOf(figure, value));
  const words = foldShort(value).toLowerCase();
  return words !== '' && foldShort(text).toLowerCase().includes(words);
}

/** True if one of two passages holds the words of the other, typography apart. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [foldShort(one), foldShort(other)];
  return first !== '' && second !== '' && (first.includes(second) || second.includes(first));
}

function figuresOf(text: string): Quantity[] {
  const language = findLanguage(text) ?? 'en';
  return readQuantities(text, readNumberStyle(text, language)).filter(
    ({ names }) => names === null,
  );
}

const isValueOf = ({ value: full, others }: Quantity, value: number): boolean =>
  [full, ...others.map((other) => other.value)].some((one) => isNear(one, value));

const isNear = (one: number, other: number): boolean =>
  Math.abs(Math.abs(one) - Math.abs(other)) <= Math.abs(other) * 1e-9;
