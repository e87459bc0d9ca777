import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { FigureConflict } from '../conflicts/figure-conflict.ts';
import { findConflicts } from '../conflicts/find-conflicts.ts';
import { type DraftEvidence, gatherEvidence } from '../evidence/gather-evidence.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { frameOf } from '../frame/frame-of.ts';
import type { SourceTable } from '../material/passage.ts';
import { numberFormat } from '../numbers/number-format.ts';
import { type CloseFacts, chooseFacts, findClose } from '../pack/choose-facts.ts';
import { chooseTables, nameTable } from '../pack/choose-tables.ts';
import { createCitations, quotePassage } from '../pack/citations.ts';
import { describePack, nameMaterial } from '../pack/describe-pack.ts';
import { findGaps, type Gaps } from '../pack/find-gaps.ts';
import {
  chooseConflicts,
  type Writing,
  writeConflicts,
  writeFacts,
  writeGaps,
  writeQuestions,
  writeUpstream,
} from '../pack/write-findings.ts';
import { composeDocument, writeList } from '../pack/write-markdown.ts';
import { writeAnswers, writeAssumptions } from '../pack/write-outcome.ts';
import { computeTables, writeTables } from '../pack/write-tables.ts';
import { type AnsweredQuery, findAnswers, findTotalIn } from '../queries/find-answers.ts';
import { writeResults } from '../queries/write-results.ts';
import type { FigureWriter } from '../tables/computed-figure.ts';
import { flattenText } from '../text/clean-line.ts';
import { nestQuotes } from '../text/quote-text.ts';
import { writeSynthesis } from './write-synthesis.ts';

/** How much of the material a pack shows. */
interface PackLimits {
  facts: number;
  tables: number;
}

const fullLimits: PackLimits = { facts: 20, tables: 4 };
const leastFacts = 5;
/** Names of tasks that promise what a pack does not hold. */
const promising = /recommend|empfehl|recommand|recomend|提言|推奨|勧告/i;
const maxAsks = 3;
/** Words that a request of the brief shares with a task that it is about. */
const leastShared = 2;

/**
 * Writes an evidence pack: facts, tables, conflicts, gaps and open questions, in the brief's language (MOD-5); for a
 * synthesis the paper that brings all documents together.
 * @param maxBytes size that the answer should not exceed
 */
export async function writeDraft(input: DraftInput, maxBytes: number, timeSlice: TimeSlice): Promise<string> {
  if (input.task.kind === 'synthesis') return writeSynthesis(input, maxBytes, timeSlice);
  const { language } = input.engagement;
  const writer = { frame: frameOf(language), format: numberFormat(language) };
  const evidence = await gatherEvidence(input, timeSlice);
  const findings: Findings = {
    evidence,
    close: await findClose(input, evidence, timeSlice),
    conflicts: await findConflicts(evidence.material, writer, timeSlice),
    gaps: await findGaps(input, evidence, timeSlice),
    answers: findAnswers(input),
  };
  let limits = fullLimits;
  let draft = await writePack(input, findings, writer, limits, timeSlice);
  while (Buffer.byteLength(draft) > maxBytes && limits.facts > leastFacts) {
    limits = { facts: limits.facts - 5, tables: Math.max(0, limits.tables - 1) };
    draft = await writePack(input, findings, writer, limits, timeSlice);
  }
  return draft;
}

/** Finds the conflicts of sources that the pack of a task shows. */
export async function findShownConflicts(input: DraftInput, timeSlice: TimeSlice): Promise<FigureConflict[]> {
  const { language } = input.engagement;
  const writer = { frame: frameOf(language), format: numberFormat(language) };
  const evidence = await gatherEvidence(input, timeSlice);
  const close = await findClose(input, evidence, timeSlice);
  const found = await findConflicts(evidence.material, writer, timeSlice);
  const quoted = new Set(chooseFacts(close, fullLimits.facts).map(({ passage }) => passage.text));
  return chooseConflicts(found, close.own, quoted, input.upstream, writer.frame);
}

/** The findings of a task. They are the same for a pack of any length. */
interface Findings {
  evidence: DraftEvidence;
  close: CloseFacts;
  conflicts: FigureConflict[];
  gaps: Gaps;
  /** Results of queries over tables. What is queried is not computed from its text. */
  answers: AnsweredQuery[];
}

async function writePack(
  input: DraftInput,
  { evidence, close, conflicts: found, gaps, answers }: Findings,
  writer: FigureWriter,
  limits: PackLimits,
  timeSlice: TimeSlice,
): Promise<string> {
  const { task, upstream } = input;
  const { language } = input.engagement;
  const { frame } = writer;
  const writing: Writing = { frame, language, citations: createCitations() };
  const { unknown, own } = close;
  const facts = chooseFacts(close, limits.facts);
  const asked = new Set(answers.map(({ table }) => table.id));
  const isUnasked = ({ origin }: SourceTable) => origin.table === undefined || !asked.has(origin.table.id);
  const { shown, elsewhere } = chooseTables(evidence.material.tables.filter(isUnasked), own, upstream, limits.tables);
  const tables = await computeTables(shown, own, writer, language, timeSlice);
  const quoted = new Set(facts.map(({ passage }) => passage.text));
  const conflicts = chooseConflicts(found, own, quoted, upstream, frame);
  const question = writeQuestion(input, evidence, own, writing);
  const { headings } = frame;
  const results = writeResults(answers, upstream, { ...writer, language, citations: writing.citations });
  const shownBefore = [
    ...results.elsewhere,
    ...elsewhere.map(({ table, filename }) => ({ name: nameTable(table, language), filename })),
  ];
  const sections = [
    { title: headings.question, body: question },
    { title: headings.answers, body: writeAnswers(input, writing) },
    { title: headings.assumptions, body: writeAssumptions(input, writing) },
    { title: headings.facts, body: writeFacts(facts, writing) },
    {
      title: headings.tables,
      body:
        [...results.sections, writeTables(tables, shownBefore, writer, writing.citations, language)]
          .filter(Boolean)
          .join('\n\n') || frame.nothing.tables,
    },
    { title: headings.conflicts, body: writeConflicts(conflicts, tables, findTotalIn(answers), writing) },
    { title: headings.gaps, body: writeGaps(gaps, unknown, writing) },
    {
      title: headings.questions,
      body: writeQuestions({ conflicts, tables, gaps, material: evidence.material }, writing),
    },
    { title: headings.upstream, body: writeUpstream(upstream, writing) },
  ];
  const name = escapeMarkdown(flattenText(task.name, 200) || frame.untitled);
  const title = promising.test(name) ? frame.evidenceFor(name) : name;
  const material = nameMaterial(input);
  const notice = `> ${frame.notice(material)}`;
  return composeDocument(describePack(input, material), title, notice, sections, writing.citations.readDefinitions());
}

/** Writes the task in its own words, and the requests of the brief that are about it. */
function writeQuestion(
  { task }: DraftInput,
  { asks }: DraftEvidence,
  own: ReadonlySet<string>,
  writing: Writing,
): string {
  const description = flattenText(task.description, 1_500);
  const isClose = ({ passage: { stems, text } }: RankedPassage) =>
    new Set(stems.filter((stem) => own.has(stem))).size >= leastShared &&
    !description.includes(nestQuotes(text, writing.language));
  const asked = asks.filter(isClose).slice(0, maxAsks);
  const quotes = asked.map(({ passage }) => quotePassage(passage, writing.citations, writing.language));
  return [escapeMarkdown(description), writeList(quotes)].filter(Boolean).join('\n\n');
}
