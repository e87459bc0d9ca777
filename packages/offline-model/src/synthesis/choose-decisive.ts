import { readValues } from '../conflicts/read-values.ts';
import { pickDiverse } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { isOpenHeading } from '../measure/measure-document.ts';
import { readStems } from '../text/read-words.ts';
import type { CitedStatement } from './cited-statement.ts';
import { readThemes, type Theme } from './decisive-words.ts';
import type { ReadDocument } from './read-upstream.ts';
import type { AskedClause } from './split-requests.ts';

/** A statement that bears on the decision. */
export interface DecisiveStatement {
  statement: CitedStatement;
  document: ReadDocument;
  /** The question of the brief that it is about; null for none. */
  clause: AskedClause | null;
  /** The fit to that question: the share of its words that the statement has, and more with the same theme. */
  cover: number;
  hasFigure: boolean;
  score: number;
}

const perDocument = 5;
/** A document with fewer figures also shows what it says without one. */
const fewest = 2;
const weights = { money: 0.5, size: 0.2, figure: 1, theme: 0.5, clause: 2, topic: 0.3, brief: -2, loose: -1 };
/** The least fit with which a statement is about a question. */
const leastCover = 0.3;
const otherTheme = 0.4;
const sameTheme = 0.35;
/** Every price costs something, so that other themes say more. */
const onlyTheme = { cost: 0.5, other: 0.6 };
const maxTopics = 4;
/** A sentence that has lost its end. */
const isBroken = /[,;:–]$/u;
/** A sentence that needs the one before it. */
const isLoose =
  /^(?:(?:with(?:out)?|for|of|from|to|in|by|at) )?(?:it|them|they|this|that|these|those|he|she|there|more on|er|sie|es|dies\p{L}*|il|elle|cela|esto|eso)(?!\p{L})/iu;

/** The criteria for decisive statements. */
export interface DecisiveContext {
  clauses: readonly AskedClause[];
  /** Stems of the whole brief, which tells what is to be decided. */
  brief: ReadonlySet<string>;
  /** Most statements of all documents together. */
  most: number;
  /** Texts that the paper shows elsewhere. */
  shown: ReadonlySet<string>;
}

/**
 * Chooses what bears on the decision most: of each document at most five statements, those with figures first. The
 * questions of the brief, price, time, risk and rule, and the document's own task rank them. The best comes first.
 */
export function chooseDecisive(documents: readonly ReadDocument[], context: DecisiveContext): DecisiveStatement[] {
  const weigh = weighStems(documents);
  const ranked = documents.map((document) => {
    const topic = new Set(readStems(document.taskName));
    const rated = document.statements
      .filter(({ passage }) => !context.shown.has(passage.text) && !isOpenHeading(passage.heading ?? ''))
      .map((statement) => rate(statement, document, topic, context, weigh))
      .toSorted(compare);
    const withFigure = rated.filter(({ hasFigure, statement }) => hasFigure && !isBroken.test(statement.passage.text));
    const others = rated.filter(({ hasFigure, statement }) => !hasFigure && !statement.isBrief);
    return [...withFigure, ...others.slice(0, Math.max(0, fewest - withFigure.length))];
  });
  return takeTurns(ranked, context.most).toSorted(compare);
}

const compare = (one: DecisiveStatement, other: DecisiveStatement) =>
  Number(other.hasFigure) - Number(one.hasFigure) || other.score - one.score;

/** Takes the best of each document in turn, and nothing twice. */
function takeTurns(ranked: readonly DecisiveStatement[][], most: number): DecisiveStatement[] {
  const taken: DecisiveStatement[] = [];
  const queues = ranked.map((list) => [...list]);
  for (let turn = 0; turn < perDocument; turn += 1) {
    for (const queue of queues) {
      const next = taken.length < most ? nextNew(queue, taken) : undefined;
      if (next !== undefined) taken.push(next);
    }
  }
  return taken;
}

const asRanked = ({ statement, score }: DecisiveStatement): RankedPassage => {
  return { passage: statement.passage, score, hits: 0 };
};

/** Takes the first statement out of a queue that says nothing that is taken already. */
function nextNew(queue: DecisiveStatement[], taken: readonly DecisiveStatement[]): DecisiveStatement | undefined {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { text } = next.statement.passage;
    const isNew = taken.every(({ statement }) => statement.passage.text !== text);
    if (isNew && pickDiverse([asRanked(next)], 1, taken.map(asRanked)).length > 0) return next;
  }
  return undefined;
}

/** The words of a statement, and those of the source that it stands in. */
const contextOf = ({ passage }: CitedStatement) => new Set([...passage.stems, ...readStems(passage.origin.label)]);

type Weigh = (stems: Iterable<string>) => number;

/** Weighs stems by how rare they are among the statements. */
function weighStems(documents: readonly ReadDocument[]): Weigh {
  const counts = new Map<string, number>();
  const all = documents.flatMap(({ statements }) => statements);
  for (const statement of all) for (const stem of contextOf(statement)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weight = (stem: string) => Math.log(1 + (all.length + 1) / ((counts.get(stem) ?? 0) + 1));
  return (stems) => [...stems].reduce((sum, stem) => sum + weight(stem), 0);
}

function rate(
  statement: CitedStatement,
  document: ReadDocument,
  topic: ReadonlySet<string>,
  { clauses, brief }: DecisiveContext,
  weigh: Weigh,
): DecisiveStatement {
  const { passage, isBrief } = statement;
  const values = readValues(passage);
  const themes = readThemes(passage.text);
  const told = readThemes(`${passage.origin.label}. ${passage.text}`);
  const words = contextOf(statement);
  const [best] = clauses
    .map((clause) => ({ clause, cover: coverOf(clause, { words, stems: passage.stems, themes: told }, weigh) }))
    .toSorted((one, other) => other.cover - one.cover);
  const isAbout = best !== undefined && best.cover >= leastCover;
  const money = values.filter(({ unit }) => /^(?:[€$£¥]|CHF)$/u.test(unit)).map(({ value }) => value);
  const own = [...new Set(passage.stems)].filter((stem) => !/\d/.test(stem));
  const countIn = (stems: ReadonlySet<string>) => Math.min(maxTopics, own.filter((stem) => stems.has(stem)).length);
  const score =
    rateFigures(money, values.length) +
    themes.length * weights.theme +
    (best?.cover ?? 0) * weights.clause +
    (countIn(topic) + countIn(brief)) * weights.topic +
    (isBrief ? weights.brief : 0) +
    (isLoose.test(passage.text) ? weights.loose : 0);
  return {
    ...{ statement, document, hasFigure: values.length > 0, score },
    ...(isAbout ? best : { clause: null, cover: 0 }),
  };
}

/** Rates the figures of a statement: large amounts decide more than small ones, and amounts more than other figures. */
function rateFigures(money: readonly number[], count: number): number {
  if (money.length === 0) return count > 0 ? weights.figure : 0;
  return weights.money + weights.size * Math.log10(Math.max(1, ...money));
}

/** Returns the share of a clause's words that a statement has, less for one that has none of its themes. */
function coverOf(
  { stems, names, themes: asked, isTheme }: AskedClause,
  { words, stems: own, themes }: { words: ReadonlySet<string>; stems: readonly string[]; themes: readonly Theme[] },
  weigh: Weigh,
): number {
  const same = asked.filter((theme) => themes.includes(theme));
  if (isTheme && asked.length > 0)
    return same.length === 0 ? 0 : same.every((theme) => theme === 'cost') ? onlyTheme.cost : onlyTheme.other;
  if (names.size > 0 && ![...names].some((name) => words.has(name))) return 0;
  // The title of a source says what it is about, and not what each of its sentences says.
  if (!own.some((stem) => stems.has(stem))) return 0;
  const cover = weigh([...stems].filter((stem) => words.has(stem))) / Math.max(1e-9, weigh(stems));
  if (asked.length === 0) return cover;
  return same.length > 0 ? cover + sameTheme : cover * otherTheme;
}

/** Returns what the brief asks and no statement of any document is about. */
export function findSilent(documents: readonly ReadDocument[], clauses: readonly AskedClause[]): AskedClause[] {
  const all = documents.flatMap(({ statements }) => statements.filter(({ isBrief }) => !isBrief));
  const read = all.map((statement) => ({ words: contextOf(statement), themes: readThemes(statement.passage.text) }));
  const telling = clauses.filter(({ themes, isTheme }) => themes.length > 0 || !isTheme);
  return telling.filter(({ stems, themes: asked, isTheme }) =>
    read.every(({ words, themes }) => {
      const isSame = isTheme && asked.some((theme) => themes.includes(theme));
      return !isSame && ![...stems].some((stem) => words.has(stem));
    }),
  );
}
