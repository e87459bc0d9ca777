import { languages } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type {
  DraftInput,
  EngagementBrief,
  TaskBrief,
  UpstreamDeliverable,
} from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import {
  createCitations,
  nestQuotes,
  quotePassage,
  quoteText,
  type Writing,
  writeList,
  writeTable,
} from './citations.ts';
import { composeDocument, writeAnswers, writeAssumptions } from './compose-document.ts';
import { frameOf, joinWords } from './frame/frame-of.ts';
import {
  type DraftEvidence,
  gatherEvidence,
  pickDiverse,
  type RankedPassage,
  readAsked,
  readOwnTerms,
} from './material/rank-passages.ts';
import { cleanLine, clipText, flattenText, readLines } from './material/read-blocks.ts';
import type { Material, Origin, SourceTable } from './material/read-material.ts';
import { readStems, readTopicWords } from './material/words.ts';
import { findAnswers } from './queries/plan-queries.ts';
import { writeResults } from './queries/write-results.ts';

interface PackLimits {
  facts: number;
  tables: number;
}

const fullLimits: PackLimits = { facts: 20, tables: 3 };
const leastFacts = 5;
/** Names of tasks that promise what a pack does not have. */
const promising = /recommend|empfehl|recommand|recomend|提言|推奨|勧告/i;
const maxAsks = 3;
/**
 * Sets the least number of words that a request of the brief shares with a task that it concerns.
 */
const leastShared = 2;
const maxTerms = 40;
/** Limits the statements that a pack takes without comparing them with the task. */
const smallMaterial = 20;
/**
 * Number of statements below which those that share only words of the engagement's name are taken.
 */
const fewest = 6;

/**
 * Writes an evidence pack in the brief's language: the material's statements on a task word for
 * word, what queries compute, and what is missing.
 * @param maxBytes size that the answer should not exceed
 */
export async function writeEvidencePack(
  input: DraftInput,
  maxBytes: number,
  timeSlice: TimeSlice,
): Promise<string> {
  const evidence = await gatherEvidence(input, timeSlice);
  const found: Findings = {
    evidence,
    facts: await findFacts(input, evidence, timeSlice),
    ...(await findGaps(input, evidence.material, timeSlice)),
  };
  let limits = fullLimits;
  let draft = writePack(input, found, limits);
  while (Buffer.byteLength(draft) > maxBytes && limits.facts > leastFacts) {
    limits = { facts: limits.facts - 5, tables: Math.max(0, limits.tables - 1) };
    draft = writePack(input, found, limits);
  }
  return draft;
}

/** The same for a pack of any length. */
interface Findings {
  evidence: DraftEvidence;
  /**
   * The statements that concern the task, best first, without those that an earlier document
   * quotes.
   */
  facts: RankedPassage[];
  /** What the task asks and the material does not answer. */
  gaps: string[];
  /** True if that is all that it asks. */
  isUnanswered: boolean;
}

function writePack(
  input: DraftInput,
  { evidence, facts, gaps, isUnanswered }: Findings,
  limits: PackLimits,
): string {
  const { task, upstream, engagement } = input;
  const { language } = engagement;
  const frame = frameOf(language);
  const { headings, nothing } = frame;
  const writing: Writing = { frame, language, citations: createCitations(language) };
  const own = readOwnStems(input);
  // Footnotes are numbered as they are written, so the parts are written in the order of the
  // document.
  const asksFor = writeQuestion(task, evidence, own, writing);
  const question = isUnanswered ? `${asksFor}\n\n${frame.notAnswered}` : asksFor;
  const answered = writeAnswers(input, writing);
  const quotes = writeFacts(pickDiverse(facts, limits.facts), writing);
  const answers = findAnswers(input);
  const asked = new Set(answers.map(({ table }) => table.id));
  const unasked = evidence.material.tables.filter(
    ({ origin }) => !origin.table || !asked.has(origin.table.id),
  );
  const tables = [
    ...writeResults(answers, upstream, writing),
    ...chooseTables(unasked, own, upstream, limits.tables).map((table) =>
      writeSourceTable(table, writing),
    ),
  ];
  const sections = [
    { title: headings.question, body: question },
    { title: headings.answers, body: answered },
    { title: headings.assumptions, body: writeAssumptions(input, writing) },
    { title: headings.facts, body: quotes || nothing.facts },
    { title: headings.tables, body: tables.join('\n\n') || nothing.tables },
    { title: headings.gaps, body: writeGaps(gaps, evidence.material, writing) || nothing.gaps },
    { title: headings.upstream, body: writeUpstream(upstream, writing) },
  ];
  const name = escapeMarkdown(flattenText(task.name, 200) || frame.untitled);
  const title = promising.test(name) ? frame.evidenceFor(name) : name;
  return composeDocument(input, title, frame.notice, sections, writing);
}

async function findFacts(
  input: DraftInput,
  { statements }: DraftEvidence,
  timeSlice: TimeSlice,
): Promise<RankedPassage[]> {
  const own = readOwnStems(input);
  const isSmall = own.size === 0 || statements.length <= smallMaterial;
  const near = statements.filter(
    ({ passage, hits }) => hits > 0 && passage.stems.some((stem) => own.has(stem)),
  );
  const close = isSmall
    ? statements
    : near.length >= fewest
      ? near
      : statements.filter(({ hits }) => hits > 0);
  const fresh: RankedPassage[] = [];
  for (const entry of close) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (!isQuoted(entry.passage.text, input.upstream)) fresh.push(entry);
  }
  return fresh.length > 0 ? fresh : close;
}

function isQuoted(words: string, upstream: readonly UpstreamDeliverable[]): boolean {
  if (upstream.length === 0) return false;
  const forms = new Set(languages.map((language) => escapeMarkdown(nestQuotes(words, language))));
  return upstream.some(({ content }) => [...forms].some((form) => content.includes(form)));
}

/** Returns the stems of a task without those of the engagement's and the client's name. */
function readOwnStems({ engagement, task }: DraftInput): Set<string> {
  return new Set(readOwnTerms(engagement, task, maxTerms).map(({ stem }) => stem));
}

function writeQuestion(
  { description: given }: TaskBrief,
  { asks }: DraftEvidence,
  own: ReadonlySet<string>,
  { citations, language }: Writing,
): string {
  const description = flattenText(given, 1_500);
  const isClose = ({ passage: { stems, text } }: RankedPassage) =>
    new Set(stems.filter((stem) => own.has(stem))).size >= leastShared &&
    !description.includes(nestQuotes(text, language));
  const quotes = asks.filter(isClose).slice(0, maxAsks);
  const list = writeList(quotes.map(({ passage }) => quotePassage(passage, citations, language)));
  return [escapeMarkdown(description), list].filter(Boolean).join('\n\n');
}

function writeFacts(facts: readonly RankedPassage[], writing: Writing): string {
  const groups = Map.groupBy(facts, ({ passage }) => nameSource(passage.origin, writing));
  const parts = [...groups].map(([name, own]) => {
    const quotes = own.map(({ passage }) =>
      quotePassage(passage, writing.citations, writing.language),
    );
    return `### ${escapeMarkdown(name)}\n\n${writeList(quotes)}`;
  });
  return parts.join('\n\n');
}

/** A file name is quoted, because it may be an instruction. */
const nameSource = ({ kind, label }: Origin, { frame, language }: Writing) =>
  kind === 'brief' ? frame.briefHeading : quoteText(label, language);

const maxPoints = 12;
const maxPointLength = 110;
/** Share of a point's words that one statement or table must have. */
const leastShare = 1 / 2;

/**
 * Returns the points of a task of which no statement, table or earlier line has half the words, and
 * whether all are.
 */
async function findGaps(
  input: DraftInput,
  material: Material,
  timeSlice: TimeSlice,
): Promise<Pick<Findings, 'gaps' | 'isUnanswered'>> {
  const { engagement, task, upstream, sources, pages = [] } = input;
  if (readOwnStems(input).size === 0) return { gaps: [], isUnanswered: false };
  const points = findPoints(task, engagement);
  const silent = new Map(points.map(({ text, stems }) => [text, stems]));
  const compare = async (stems: readonly string[]) => {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const held = new Set(stems);
    for (const [text, own] of silent) {
      const shared = own.filter((stem) => held.has(stem)).length;
      if (shared >= Math.max(1, own.length * leastShare)) silent.delete(text);
    }
  };
  for (const { stems, isRequest, isInstruction: steers } of material.passages)
    if (!isRequest && !steers) await compare(stems);
  for (const { stems } of material.tables) await compare(stems);
  for (const title of new Set([...sources, ...pages].map((one) => one.title)))
    await compare(readStems(title));
  for (const { content } of upstream)
    for (const line of readLines(content)) await compare(readStems(line));
  return {
    gaps: [...silent.keys()],
    isUnanswered: points.length > 0 && silent.size === points.length,
  };
}

/** Returns the clauses of a task's description, joined if one names one thing only. */
function findPoints(
  { description }: TaskBrief,
  { name, client, language }: EngagementBrief,
): { text: string; stems: string[] }[] {
  // Names of the engagement and the client are in every text.
  const given = new Set(readStems(`${name} ${client}`));
  const points: { text: string; stems: string[] }[] = [];
  for (const sentence of splitSentences(cleanLine(readAsked(description)))) {
    let pending = '';
    for (const part of [...sentence.split(/[;:；：]\s*|,\s+|、|，/u), null]) {
      if (part !== null)
        pending += pending === '' ? part : `${language === 'ja' ? '、' : ', '}${part}`;
      const words = readTopicWords(pending).filter(({ stem }) => !given.has(stem));
      if (words.length < (part === null ? 1 : 2)) continue;
      const bare = pending.trim().replace(/^(?:and|or|und|oder|sowie|et|ou|y|e|o|u)\s+/i, '');
      const text = clipText(bare.replace(/[\s.。!?？]+$/u, ''), maxPointLength);
      points.push({ text, stems: words.map(({ stem }) => stem) });
      pending = '';
    }
  }
  return points.slice(0, maxPoints);
}

const maxSteered = 6;

function writeGaps(gaps: readonly string[], { steered }: Material, writing: Writing): string {
  const { frame, language } = writing;
  const names = [
    ...new Set([...steered].map((origin) => escapeMarkdown(nameSource(origin, writing)))),
  ];
  return writeList([
    ...gaps.map((asked) => frame.notInMaterial(escapeMarkdown(asked))),
    ...(names.length > 0 ? [frame.steered(joinWords(names.slice(0, maxSteered), language))] : []),
  ]);
}

const maxShownColumns = 8;
const maxShownRows = 12;
/** Weight of a shared word in a cell; one in a heading weighs 1. */
const cellWeight = 0.34;
/** Sets the least weight of a chosen table's shared words. */
const leastRelevance = 0.6;

/**
 * Chooses the tables whose headings and rows share words with the task and that no earlier document
 * shows.
 */
function chooseTables(
  tables: readonly SourceTable[],
  own: ReadonlySet<string>,
  upstream: readonly UpstreamDeliverable[],
  limit: number,
): SourceTable[] {
  const isShown = (table: SourceTable) =>
    upstream.some(({ content }) => content.includes(writeHead(table)));
  const rate = ({ header, heading, origin, stems }: SourceTable) => {
    const head = new Set(readStems([heading ?? '', origin.label, ...header].join(' ')));
    const count = (all: Iterable<string>) =>
      [...all].filter((stem) => own.has(stem) && !/\d/.test(stem)).length;
    return count(head) + cellWeight * count(new Set(stems.filter((stem) => !head.has(stem))));
  };
  const rated = tables.map((table) => ({ table, score: own.size === 0 ? 1 : rate(table) }));
  const close = rated.filter(({ table, score }) => score >= leastRelevance && !isShown(table));
  return close
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ table }) => table);
}

const headOf = ({ header }: SourceTable) => header.slice(0, maxShownColumns).map(escapeMarkdown);
const writeHead = (table: SourceTable) => `| ${headOf(table).join(' | ')} |`;

/** Writes the first rows of a table as its source has them. Nothing is computed from text. */
function writeSourceTable(table: SourceTable, { frame, language, citations }: Writing): string {
  const { origin, heading, header, rows } = table;
  const name = escapeMarkdown(heading ?? quoteText(origin.label, language));
  const place = origin.location ? `, ${origin.location}` : '';
  const shown = rows
    .slice(0, maxShownRows)
    .map((row) => row.slice(0, maxShownColumns).map(escapeMarkdown));
  const isCut = rows.length > maxShownRows || header.length > maxShownColumns;
  return [
    `### ${name}`,
    `${escapeMarkdown(quoteText(origin.label, language) + place)}${citations.citeTable(origin)}`,
    writeTable(headOf(table), shown),
    ...(isCut ? [frame.shownRows] : []),
  ].join('\n\n');
}

function writeUpstream(upstream: readonly UpstreamDeliverable[], { frame }: Writing): string {
  const names = upstream.map(({ taskName, filename }) => {
    const name = escapeMarkdown(flattenText(taskName, 200) || frame.untitled);
    return `**${name}** (${escapeMarkdown(flattenText(filename, 200))})`;
  });
  return writeList(names);
}
