import { splitSentences } from '@ecp/language/split-sentences';
import { matchFigure } from './compare-figures.ts';
import type { TypedFigure } from './figures.ts';
import type { Footnote, Passage } from './footnotes.ts';
import type { Doubt, Judge, JudgeAnswer, JudgeQuestion } from './material.ts';
import { showPassage } from './passages.ts';
import type { SourceRow, SourceTable } from './tables.ts';

/** Limits the characters of a text, and rows of a table, that a question shows. */
const most = { sql: 200, caption: 300, named: 400, rows: 12, passage: 1_500, calculation: 3_000 };

/** Levels of footnotes below a calculation. */
const mostDepth = 2;

const token = /[\p{L}\p{N}%€$£¥]+/gu;
const spell = (text: string): string[] => text.toLowerCase().match(token) ?? [];

/**
 * Compares a statement with the sentences of its passages word for word, including "not", "may" and
 * "more".
 * @returns true for a repeated sentence, the words that differ if there are few, else null
 */
export function compareWithSource(
  stretch: string,
  passages: readonly Passage[],
): true | Extract<Doubt, { kind: 'repeatsWithChange' }> | null {
  const told = spell(stretch);
  if (told.length === 0) return true;
  let nearest: Extract<Doubt, { kind: 'repeatsWithChange' }> | null = null;
  for (const { words, row } of passages) {
    if (row !== null) continue;
    for (const sentence of [words, ...splitSentences(words)]) {
      const given = spell(sentence);
      if (given.length === told.length && given.every((word, index) => word === told[index]))
        return true;
      const [own, theirs] = [new Set(told), new Set(given)];
      const added = [...own].filter((word) => !theirs.has(word));
      const dropped = [...theirs].filter((word) => !own.has(word));
      const isNear =
        told.length > 3 && added.length + dropped.length <= Math.max(2, told.length * 0.25);
      if (
        isNear &&
        (!nearest || added.length + dropped.length < nearest.added.length + nearest.dropped.length)
      )
        nearest = { kind: 'repeatsWithChange', added, dropped };
    }
  }
  return nearest;
}

/**
 * Lists what a question shows of each cited source, once: sentences, rows with head and neighbours,
 * calculations with the origins of their numbers, and declarations.
 * @param all the footnotes of the document, by label
 */
export function listPassages(
  footnotes: readonly Footnote[],
  passages: readonly Passage[],
  rows: ReadonlySet<string>,
  all: ReadonlyMap<string, Footnote>,
): JudgeQuestion['passages'] {
  const queries = new Map(
    footnotes.flatMap(({ sources }) =>
      sources.map(({ document }) => [document.title, document.query] as const),
    ),
  );
  const shown = passages.map((passage) => {
    const { title, row, table, sql } = passage;
    if (sql === null || !row || !table) return { source: title, ...showCited(passage) };
    const ofQuery = `${showPassage(sql, most.sql)}\n${queries.get(title)?.title ?? 'Result'}`;
    return { source: title, words: showWords(showQueryRow(row, table, ofQuery)) };
  });
  const told = new Set(footnotes);
  const results = footnotes.filter(
    ({ kind, passage }) => kind === 'calculation' && passage !== null,
  );
  const calculations = results.map((footnote) => {
    const lines = listOrigins(footnote, { all, told, depth: 1 });
    const words = [
      showNamed(footnote),
      ...(lines.length > 0 ? ['Its numbers come from:', ...lines] : []),
    ];
    return { source: `[^${footnote.label}]`, words: showWords(words.join('\n'), most.calculation) };
  });
  const declared = footnotes.flatMap((footnote) =>
    footnote.declared ? [{ source: `[^${footnote.label}]`, words: showNamed(footnote) }] : [],
  );
  const cited = new Set(passages.map(({ citation }) => citation));
  const whole = footnotes.flatMap((footnote) => {
    const { kind, label, sources, passages: own, source, quote, passage } = footnote;
    if (kind !== 'source' || own.length > 0) return [];
    const tables = sources.flatMap(({ document, parts }) =>
      parts
        .flatMap((part) => part.tables())
        .slice(0, 2)
        .map((table) => ({
          source: document.title,
          words: showTable(table, rows, document.query?.sql ?? null),
        })),
    );
    const words = quote ?? passage ?? '';
    if (tables.length > 0 || cited.has(label) || words === '') return tables;
    return [{ source: source.title, words: showWords(words) }];
  });
  return [...shown, ...calculations, ...declared, ...whole];
}

/** Lists once each footnote that a calculation names, and below it what it names in turn. */
function listOrigins(
  { names }: Footnote,
  { all, told, depth }: { all: ReadonlyMap<string, Footnote>; told: Set<Footnote>; depth: number },
): string[] {
  const named = [...new Set(names)].flatMap((name) => all.get(name) ?? []);
  return named.flatMap((one) => {
    const line = `${depth === 1 ? '- ' : '  - '}[^${one.label}]`;
    if (told.has(one)) return [line];
    told.add(one);
    const below = depth < mostDepth ? listOrigins(one, { all, told, depth: depth + 1 }) : [];
    return [`${line} ${showNamed(one)}`, ...below];
  });
}

function showNamed({ kind, passage, passages, declared, source }: Footnote): string {
  if (declared)
    return `set by the author (${declared.kind}): ${showPassage(declared.text, most.named)}`;
  if (kind === 'calculation')
    return showPassage(passage ?? '', most.named).replace(/(?:\s*[;,])+\s*$/u, '');
  const words = passages.map((one) =>
    one.row && one.table
      ? one.table.columns
          .map((column, index) => `${column}: ${one.row?.texts[index] ?? ''}`)
          .join('; ')
      : one.words,
  );
  return showPassage(`${source.title}: ${words.join(' … ') || (passage ?? '')}`, most.named);
}

/**
 * Rows are shown below the words that give them a unit, the heads of their columns and their
 * section.
 */
export function showCited({
  words,
  context,
  row,
  table,
  part,
}: Pick<Passage, 'words' | 'context' | 'row' | 'table' | 'part'>): {
  words: string;
  context?: string;
} {
  const lines = words.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  const placed = row && table ? [{ row, table }] : lines.map((line) => part.findRow(line));
  const rows = placed.flatMap((one) => one ?? []);
  if (rows.length === 0 || rows.length < placed.length)
    return {
      words: showWords(words),
      ...(context.trim() === words.trim() ? {} : { context: showWords(context) }),
    };
  const shown: string[] = [];
  let above = { head: '', section: '' };
  for (const { row: one, table: of } of rows) {
    const columns = one.cells.length > 0 ? one.cells.map(({ column }) => column) : of.columns;
    const head = [showPassage(of.unitWords, most.caption), columns.join(' | ')]
      .filter(Boolean)
      .join('\n');
    const section = one.section ?? '';
    if (head !== above.head) shown.push(head);
    if (section !== '' && (head !== above.head || section !== above.section)) shown.push(section);
    shown.push(one.line || one.texts.join(' | '));
    above = { head, section };
  }
  return { words: showWords(shown.join('\n')) };
}

/**
 * A query's row is shown with its SQL, the number of rows, and its neighbours, which show a rank.
 */
function showQueryRow(row: SourceRow, table: SourceTable, ofQuery: string): string {
  const at = table.rows.indexOf(row);
  const near = [at - 1, at + 1].flatMap((index) => {
    const other = table.rows[index];
    return at === -1 || !other ? [] : [`Row ${index + 1}: ${other.texts.join(' | ')}`];
  });
  const place = `${ofQuery}, ${table.rows.length} ${table.rows.length === 1 ? 'row' : 'rows'}`;
  return [
    place,
    table.columns.join(' | '),
    `Row ${at + 1}, cited: ${row.texts.join(' | ')}`,
    ...near,
  ].join('\n');
}

/**
 * Removes doubts about the only row or column, or about a value that stands in one cell of the
 * cited rows.
 */
export function listAskable(
  doubts: readonly Doubt[],
  figures: readonly TypedFigure[],
  { passages, tables }: { passages: readonly Passage[]; tables: readonly SourceTable[] },
): Doubt[] {
  const cited = [...new Set(passages.flatMap(({ row }) => row ?? []))];
  const all = [...new Set([...passages.flatMap(({ table }) => table ?? []), ...tables])];
  const isOnly = {
    row: all.length > 0 && all.every(({ rows }) => rows.length === 1),
    column:
      all.length > 0 &&
      all.every(
        ({ columns, rows }) =>
          columns.filter((_, at) => rows.some((row) => row.figures[at])).length <= 1,
      ),
  };
  const standsOnce = (shown: string) => {
    const figure = figures.find((one) => one.shown === shown);
    if (!figure) return false;
    const cells = cited.flatMap((row) => row.figures.flatMap((cell) => cell ?? []));
    const held = cells.map((cell) => ({
      figure: cell,
      citation: null,
      origin: 'passage' as const,
    }));
    return matchFigure(figure, held).filter(({ how }) => how !== 'loose').length === 1;
  };
  return doubts.filter((doubt) => {
    if (doubt.kind === 'row' || doubt.kind === 'column')
      return !isOnly[doubt.kind] && !standsOnce(doubt.figure);
    return !('found' in doubt) || doubt.found === null || doubt.found.trim() !== '';
  });
}

const showWords = (words: string, length = most.passage): string =>
  words.length <= length ? words.trim() : `${words.slice(0, length).toWellFormed()} …`;

function showTable(table: SourceTable, labels: ReadonlySet<string>, sql: string | null): string {
  const named = table.rows.filter(({ label }) => labels.has(label));
  const rows = (named.length > 0 ? named : table.rows).slice(0, most.rows);
  const query = sql === null ? [] : [showPassage(sql, most.sql)];
  return showWords(
    [...query, table.columns.join(' | '), ...rows.map(({ texts }) => texts.join(' | '))].join('\n'),
  );
}

interface CitedRow {
  block: object;
  /**
   * The footnotes of all its cells, the same for each question, and those of the cells in question.
   */
  beside: readonly Footnote[];
  footnotes: readonly Footnote[];
  passages: readonly Passage[];
  rows: ReadonlySet<string>;
  all: ReadonlyMap<string, Footnote>;
}

export interface OpenQuestion {
  question: JudgeQuestion;
  /**
   * Exact checks found all values in the row, column and words that the statement names: a "no" is
   * asked once more.
   */
  isExact: boolean;
  /** What is open about a row's cells is one question. */
  row: CitedRow | null;
  settle: (answer: JudgeAnswer | null) => void;
}

/**
 * Asks all questions of a document in one call, and once more those whose "no" contradicts the
 * exact checks.
 */
export async function askAll(
  judge: Judge,
  asked: readonly OpenQuestion[],
  date: string | null,
): Promise<void> {
  const rows = [...Map.groupBy(asked, (one) => one.row?.block ?? one).values()];
  const open = rows.map(joinRow);
  if (open.length === 0) return;
  const first = await judge(
    open.map(({ question }) => question),
    { date },
  );
  const answers = open.map((_, index) => first[index] ?? null);
  const again = open.flatMap(({ isExact }, index) =>
    isExact && answers[index]?.holds === false ? [index] : [],
  );
  if (again.length > 0) {
    const wider = again.map((index): JudgeQuestion => {
      const question = (open[index] as OpenQuestion).question;
      return {
        ...question,
        passages: question.passages.map(({ source, words, context }) => ({
          source,
          words: context ?? words,
        })),
      };
    });
    const second = await judge(wider, { date });
    for (const [at, index] of again.entries())
      answers[index] = second[at] ?? answers[index] ?? null;
  }
  for (const [index, { settle }] of open.entries()) settle(answers[index] ?? null);
}

/** Joins the questions about the cells of a row. */
function joinRow(parts: readonly OpenQuestion[]): OpenQuestion {
  const [first] = parts as [OpenQuestion];
  if (first.row === null) return first;
  const cited = parts.flatMap(({ row }) => row ?? []);
  const footnotes = [...new Set([...first.row.beside, ...cited.flatMap((one) => one.footnotes)])];
  const passages = listPassages(
    footnotes,
    [...new Set([...footnotes, ...cited].flatMap((one) => one.passages))],
    new Set(cited.flatMap(({ rows }) => [...rows])),
    first.row.all,
  );
  const questions = parts.map(({ question }) => question);
  const doubts = unique(questions.flatMap((one) => one.doubts));
  const told = doubts.filter(({ kind }) => kind !== 'meaning');
  const plea = questions.find((one) => one.plea !== undefined)?.plea;
  return {
    row: first.row,
    isExact: parts.every(({ isExact }) => isExact),
    question: {
      ...first.question,
      doubts: told.length > 0 ? told : doubts,
      ...(plea === undefined ? {} : { plea }),
      passages: unique(passages),
    },
    settle: (answer) => {
      for (const { settle } of parts) settle(answer);
    },
  };
}

const unique = <Item>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];
