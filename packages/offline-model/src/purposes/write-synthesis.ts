import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { type BriefRequest, findRequests } from '../brief/find-requests.ts';
import { frameOf } from '../frame/frame-of.ts';
import { createCitations, quotePassage } from '../pack/citations.ts';
import { describePack, nameMaterial } from '../pack/describe-pack.ts';
import type { Writing } from '../pack/write-findings.ts';
import { composeDocument, writeList } from '../pack/write-markdown.ts';
import { writeAnswers, writeAssumptions } from '../pack/write-outcome.ts';
import { chooseDecisive, type DecisiveStatement, findSilent } from '../synthesis/choose-decisive.ts';
import { quoteStatement } from '../synthesis/cited-statement.ts';
import { isRecommending } from '../synthesis/conclusion-words.ts';
import { type Conclusion, findConclusion } from '../synthesis/find-conclusions.ts';
import { findDifferences, type SourceDifference, writeSourceDifferences } from '../synthesis/find-differences.ts';
import { type ReadDocument, readUpstream } from '../synthesis/read-upstream.ts';
import { type AskedClause, splitRequests } from '../synthesis/split-requests.ts';
import { writeByQuestion, writeConclusions, writeSilent } from '../synthesis/write-decisive.ts';
import { writeConflicting, writeLedger } from '../synthesis/write-ledger.ts';
import { writeOpen } from '../synthesis/write-open.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import { readStems } from '../text/read-words.ts';

/** The most statements that a synthesis shows. */
const fullLimits = { figures: 15, open: 12, decisive: 20 };
const shortLimits = { figures: 6, open: 4, decisive: 6 };
/** Sentences of the answer. */
const answerLength = 3;
const leastShared = 2;
/** The least fit with which a statement stands directly behind a question. */
const leadingCover = 0.5;
/** Lines of a table that carries a decision: head, rule and three figures. */
const fewestLines = 5;
/** Characters of a brief that tell what is to be decided. */
const maxBrief = 20_000;

/**
 * Writes the paper for who decides from all other documents (contract 11): the answer first, the figures that decide,
 * what the documents disagree on, what remains open, and the conclusion of each. It says nothing twice.
 * @param maxBytes size that the answer should not exceed
 */
export async function writeSynthesis(input: DraftInput, maxBytes: number, timeSlice: TimeSlice): Promise<string> {
  const { engagement, upstream } = input;
  const documents = await readUpstream(upstream, engagement.language, timeSlice);
  const conclusions: Conclusion[] = [];
  for (const document of documents) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    conclusions.push(findConclusion(document));
  }
  const requests = await findRequests(engagement, timeSlice);
  const differences = await findDifferences(documents, engagement.language, timeSlice);
  const clauses = splitRequests(requests, engagement.language);
  const paper = { documents, conclusions, requests, differences, clauses };
  const draft = composePaper(input, paper, fullLimits);
  return Buffer.byteLength(draft) <= maxBytes ? draft : composePaper(input, paper, shortLimits);
}

/** The material of a synthesis. */
interface Paper {
  documents: ReadDocument[];
  conclusions: Conclusion[];
  requests: BriefRequest[];
  differences: SourceDifference[];
  /** The questions of the brief. */
  clauses: AskedClause[];
}

function composePaper(input: DraftInput, paper: Paper, limits: typeof fullLimits): string {
  const { task, engagement, questions } = input;
  const { documents, conclusions, differences, clauses, requests } = paper;
  const frame = frameOf(engagement.language);
  const writing: Writing = { frame, language: engagement.language, citations: createCitations() };
  const asked = new Set(requests.flatMap(({ stems }) => [...stems]));
  const answer = chooseAnswer(conclusions, asked);
  const concluded = conclusions.flatMap(({ passages }) => passages);
  const shown = new Set([...concluded, ...differences.flatMap(({ sides }) => sides.map(({ passage }) => passage))]);
  const decisive = chooseDecisive(documents, {
    ...{ clauses, most: limits.decisive, brief: new Set(readStems(engagement.brief.slice(0, maxBrief))) },
    shown: new Set([...shown].map(({ text }) => text)),
  });
  const leading = answer.length > 0 ? [] : chooseLeading(decisive, clauses);
  const others = decisive.filter((one) => !leading.includes(one));
  const wanted = new Set([...asked, ...concluded.flatMap(({ stems }) => stems)]);
  const ledger = { documents, wanted, most: limits.figures };
  const { headings, synthesis } = frame;
  // The footnotes are numbered as they are written, so that the parts are written in the order of the paper.
  const answerBody = writeAnswer(answer, leading, paper, writing);
  const table = writeLedger(input, ledger, writing);
  const isTabled = table.split('\n').length >= fewestLines;
  const grouped = isTabled ? '' : writeByQuestion(others, clauses, documents, writing);
  const figures = [table, grouped].filter(Boolean).join('\n\n');
  const differing = [writeConflicting(input, ledger, writing), writeSourceDifferences(differences, writing)];
  const open = { ...{ questions, task, brief: engagement.brief, most: limits.open } };
  const sections = [
    { title: headings.answer, body: answerBody },
    { title: headings.figures, body: figures || (leading.length > 0 ? '' : synthesis.noFigures) },
    { title: headings.differences, body: differing.filter(Boolean).join('\n\n') || synthesis.noDifferences },
    { title: headings.answers, body: writeAnswers(input, writing) },
    {
      title: headings.open,
      body: writeOpen(documents, { ...open, differences: differences.map(({ conflict }) => conflict) }, writing),
    },
    { title: headings.assumptions, body: writeAssumptions(input, writing) },
    { title: headings.conclusions, body: writeConclusions(conclusions, answer, isTabled ? others : [], writing) },
  ];
  // The sources are those of the documents; the synthesis reads none itself.
  const material = nameMaterial({ ...input, sources: [], pages: [] });
  const title = escapeMarkdown(flattenText(task.name, 200) || frame.untitled);
  const notice = `> ${synthesis.notice(material)}`;
  return composeDocument(describePack(input, material), title, notice, sections, writing.citations.readDefinitions());
}

/** Chooses the conclusions that answer the brief: recommendations first, then those that share its words. */
function chooseAnswer(conclusions: readonly Conclusion[], asked: ReadonlySet<string>): Conclusion[] {
  const rated = conclusions
    .filter(({ passages }) => passages.length > 0)
    .map((conclusion, at) => {
      const words = new Set(conclusion.passages.flatMap(({ stems }) => stems));
      const shared = [...words].filter((stem) => asked.has(stem)).length;
      const recommends = conclusion.passages.some(({ text }) => isRecommending(text));
      return { conclusion, at, score: (recommends ? leastShared : 0) + shared + conclusion.score };
    })
    .toSorted((one, other) => other.score - one.score || one.at - other.at);
  const chosen: Conclusion[] = [];
  let sentences = 0;
  for (const { conclusion } of rated) {
    if (sentences + conclusion.passages.length > answerLength) continue;
    chosen.push(conclusion);
    sentences += conclusion.passages.length;
  }
  return chosen;
}

/**
 * Chooses the figures of an answer without a conclusion: the best on each thing that the brief asks, in order. Where
 * none fits a question well, the best are given without one.
 */
function chooseLeading(decisive: readonly DecisiveStatement[], clauses: readonly AskedClause[]): DecisiveStatement[] {
  const figures = decisive.filter(({ hasFigure, statement }) => hasFigure && !statement.isBrief);
  const fitting = clauses.flatMap(
    (clause) => figures.find((one) => one.clause === clause && one.cover >= leadingCover) ?? [],
  );
  return (fitting.length > 0 ? fitting : figures).slice(0, answerLength);
}

/**
 * Writes what the documents recommend; where none does, what the brief asks, the figures that bear on each thing asked,
 * what they leave out, and that extraction does not choose.
 */
function writeAnswer(
  answer: readonly Conclusion[],
  leading: readonly DecisiveStatement[],
  { requests, documents, clauses }: Paper,
  writing: Writing,
): string {
  const { language, citations, frame } = writing;
  const gap = language === 'ja' ? '' : ' ';
  if (answer.length > 0)
    return answer.flatMap(({ passages }) => passages.map((one) => quotePassage(one, citations, language))).join(gap);
  const main = requests.find(({ text }) => /[?？]\s*$/u.test(text)) ?? requests[0];
  const origin = { label: 'Brief', location: null };
  const asked =
    main && `${escapeMarkdown(quoteText(main.text, language))}${citations.cite({ origin, text: main.text })}`;
  const parts = [asked ? frame.synthesis.asks(asked) : ''];
  if (leading.length > 0) {
    const figures = leading.map(({ clause, cover, statement }) => {
      const about = clause && cover >= leadingCover && `**${escapeMarkdown(clause.text)}**`;
      return [about, quoteStatement(statement, writing)].filter(Boolean).join(gap);
    });
    parts.push(frame.synthesis.inFigures, writeList(figures), writeSilent(findSilent(documents, clauses), writing));
  }
  return [...parts, frame.synthesis.noAnswer].filter(Boolean).join('\n\n');
}
