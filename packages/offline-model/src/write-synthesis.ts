import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { DraftInput, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { createCitations, quoteText, type Writing, writeList, writeTable } from './citations.ts';
import {
  composeDocument,
  writeAnswers,
  writeAssumption,
  writeAssumptions,
} from './compose-document.ts';
import { frameOf, joinWords, readHeadings } from './frame/frame-of.ts';
import { isInstruction } from './material/detect-instructions.ts';
import { flattenText } from './material/read-blocks.ts';
import { countShared, readStems } from './material/words.ts';
import { findRequests } from './plan-tasks.ts';

/** Limits the figures, and the findings of each document, that a synthesis shows. */
const fullLimits = { figures: 15, findings: 4 };
const shortLimits = { figures: 6, findings: 1 };
const maxConflicts = 12;
const maxLabel = 160;
/** Limits the characters of a finding. */
const maxFinding = 600;

/**
 * Writes the deciding paper as a demonstration without conclusions, from the brief, the ledger, the
 * open questions and each document's cited findings.
 * @param maxBytes size that the answer should not exceed
 */
export async function writeSynthesis(
  input: DraftInput,
  maxBytes: number,
  timeSlice: TimeSlice,
): Promise<string> {
  const requests = await findRequests(input.engagement, timeSlice);
  const asked = requests.find(({ text }) => /[?？]\s*$/u.test(text)) ?? requests[0];
  const documents: ReadDocument[] = [];
  for (const document of input.upstream) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    documents.push({ document, findings: readFindings(document) });
  }
  const draft = writePaper(input, documents, asked?.text ?? null, fullLimits);
  return Buffer.byteLength(draft) <= maxBytes
    ? draft
    : writePaper(input, documents, asked?.text ?? null, shortLimits);
}

function writePaper(
  input: DraftInput,
  documents: readonly ReadDocument[],
  asked: string | null,
  limits: typeof fullLimits,
): string {
  const { task, engagement } = input;
  const { language } = engagement;
  const frame = frameOf(language);
  const { headings, synthesis } = frame;
  const writing: Writing = { frame, language, citations: createCitations(language) };
  // Footnotes are numbered as they are written, so the sections are written in the order of the
  // paper.
  const sections = [
    { title: headings.answer, body: writeAsked(asked, writing) },
    {
      title: headings.figures,
      body: writeLedger(input, documents, limits.figures, writing) || synthesis.noFigures,
    },
    {
      title: headings.differences,
      body: writeConflicts(input, documents, writing) || synthesis.noDifferences,
    },
    { title: headings.answers, body: writeAnswers(input, writing) },
    { title: headings.open, body: writeOpen(input, writing) || synthesis.noOpen },
    { title: headings.assumptions, body: writeAssumptions(input, writing) },
    { title: headings.findings, body: writeFindings(documents, limits.findings, writing) },
  ];
  const title = escapeMarkdown(flattenText(task.name, 200) || frame.untitled);
  // The sources are those of the documents; the synthesis reads none itself.
  return composeDocument(
    { ...input, sources: [], pages: [] },
    title,
    synthesis.notice,
    sections,
    writing,
  );
}

function writeAsked(asked: string | null, { frame, language, citations }: Writing): string {
  if (asked === null) return frame.synthesis.noAnswer;
  const reference = citations.cite({
    origin: { label: frame.briefHeading, location: null },
    text: asked,
  });
  const quote = `${escapeMarkdown(quoteText(asked, language))}${reference}`;
  return `${frame.synthesis.asks(quote)}\n\n${frame.synthesis.noAnswer}`;
}

/**
 * Writes the figures of the ledger with their documents, those first that share most words with the
 * brief.
 */
function writeLedger(
  { figures = [], engagement }: DraftInput,
  documents: readonly ReadDocument[],
  most: number,
  writing: Writing,
): string {
  const { synthesis } = writing.frame;
  const wanted = new Set(readStems(engagement.brief));
  const distinct = [
    ...new Map(
      figures.map((one) => [[one.label, one.text, one.period, one.filename].join('\n'), one]),
    ).values(),
  ];
  const best = distinct.toSorted(
    (a, b) =>
      countShared(new Set(readStems(b.label)), wanted) -
      countShared(new Set(readStems(a.label)), wanted),
  );
  const rows = best.slice(0, most).map((figure) => {
    const { label, text, period, filename, isOpen } = figure;
    const cells = [label, isOpen ? synthesis.unverified(text) : text, period ?? '', filename];
    const shown = cells.map((cell) => escapeMarkdown(flattenText(cell, maxLabel)));
    return [
      ...shown.slice(0, -1),
      `${shown.at(-1) ?? ''}${citeFigure(figure, documents, writing)}`,
    ];
  });
  const head = [synthesis.figure, synthesis.value, synthesis.period, synthesis.document];
  return rows.length === 0 ? '' : writeTable(head, rows);
}

/** Writes each open conflict of the ledger and of the sources, with every value and its place. */
function writeConflicts(
  { conflicts = [] }: DraftInput,
  documents: readonly ReadDocument[],
  writing: Writing,
): string {
  const open = conflicts.filter(({ settlement }) => settlement === null).slice(0, maxConflicts);
  const entries = open.map(({ about, values }) => {
    const sides = values.map(({ text, filename }) => {
      const words = escapeMarkdown(
        `${flattenText(text, maxLabel)} (${flattenText(filename, maxLabel)})`,
      );
      return `${words}${citeFigure({ text, filename, label: about }, documents, writing)}`;
    });
    return `**${escapeMarkdown(flattenText(about, maxLabel))}**: ${joinWords(sides, writing.language)}`;
  });
  return writeList(entries);
}

/**
 * Writes the open questions of other tasks. Those of the synthesis stand under its own assumptions.
 */
function writeOpen({ questions = [], task }: DraftInput, { frame }: Writing): string {
  const own = questions.filter(
    ({ answer, taskId }) => answer === null && taskId !== null && taskId !== task.id,
  );
  return writeList(own.map((question) => writeAssumption(question, frame)));
}

interface Finding {
  text: string;
  /** The footnotes as the document defines them, without their labels. */
  definitions: string[];
}

interface ReadDocument {
  document: UpstreamDeliverable;
  findings: Finding[];
}

/** Reads text up to each group of footnotes as a finding, outside tables, quotes and headings. */
function readFindings({ content }: UpstreamDeliverable): Finding[] {
  const definitions = new Map(
    [...content.matchAll(/^\[\^([^\]\s]+)\]: (.+)$/gm)].map(([, label = '', text = '']) => [
      label,
      text.trim(),
    ]),
  );
  const asking = readHeadings('question');
  const sections = content
    .split(/^(?=## )/m)
    .filter((part) => !asking.some((title) => part.startsWith(`## ${title}\n`)));
  const findings: Finding[] = [];
  for (const line of sections
    .join('\n')
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')) {
    if (/^(?:#|\||>|\[\^[^\]]+\]:)/.test(line) || isInstruction(line)) continue;
    const bare = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '');
    for (const [, text = '', references = ''] of bare.matchAll(/(.+?)((?:\[\^[^\]\s]+\])+)/g)) {
      const labels = [...references.matchAll(/\[\^([^\]\s]+)\]/g)].map(([, label = '']) => label);
      const own = labels.flatMap((label) => definitions.get(label) ?? []);
      const words = text.replace(/^[\s.,;:。、]+/u, '');
      if (own.length > 0 && words.length <= maxFinding && /\p{L}/u.test(words))
        findings.push({ text: words, definitions: own });
    }
  }
  return findings;
}

/** Cites the sources of the finding that gives a figure, or the document if a table gives it. */
function citeFigure(
  { text, filename, label }: { text: string; filename: string; label: string },
  documents: readonly ReadDocument[],
  { citations }: Writing,
): string {
  // "4.2 million" is not in "14.2 million".
  const whole = new RegExp(`(?<!\\d[.,]?)${RegExp.escape(text)}(?![.,]?\\d)`, 'u');
  const stems = new Set(readStems(label));
  const { findings = [] } = documents.find(({ document }) => document.filename === filename) ?? {};
  const giving = findings.find(
    (one) => whole.test(one.text) && readStems(one.text).some((stem) => stems.has(stem)),
  );
  if (giving) return giving.definitions.map(citations.copy).join('');
  return citations.citeTable({ label: flattenText(filename, 200), location: null });
}

function writeFindings(
  documents: readonly ReadDocument[],
  most: number,
  { frame, citations }: Writing,
): string {
  const seen = new Set<string>();
  const parts = documents.map(({ document: { taskName, filename }, findings }) => {
    const isNew = ({ text }: Finding) => !seen.has(text) && seen.add(text).size > 0;
    const rate = ({ text, definitions }: Finding) =>
      Number(/\p{Nd}/u.test(text)) +
      Number(!definitions.every((definition) => definition.startsWith('Brief')));
    const best = findings
      .filter(isNew)
      .toSorted((a, b) => rate(b) - rate(a))
      .slice(0, most);
    const inOrder = findings.filter((finding) => best.includes(finding));
    const lines = inOrder.map(
      ({ text, definitions }) => `${text}${definitions.map(citations.copy).join('')}`,
    );
    const name = escapeMarkdown(flattenText(`${taskName} (${filename})`, 300));
    return `### ${name}\n\n${writeList(lines) || frame.synthesis.noFindings}`;
  });
  return parts.join('\n\n');
}
