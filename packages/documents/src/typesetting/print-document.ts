import { detectLanguage } from '@ecp/language/detect-language';
import { chartKey } from '../markdown/build-chart.ts';
import { buildDocument } from '../markdown/build-document.ts';
import { cleanLine, cleanText, titleOfFile } from '../markdown/clean-text.ts';
import type { DocumentTree } from '../markdown/document-tree.ts';
import type { ReportChapter, ReportDocument } from '../reports/report-types.ts';
import { chooseLanguage } from './choose-language.ts';
import type { CheckedDocument } from './figures/print-figures.ts';
import { numberFootnotes } from './footnote-numbers.ts';
import type { ImageFiles } from './image-files.ts';
import { markFootnotes } from './mark-footnotes.ts';
import { type PrintedEvidence, printEvidence } from './print-evidence.ts';
import { showScore, showStatus } from './print-provenance.ts';

/** A deliverable, as a chapter or on its own. */
export interface PrintedDocument extends Omit<DocumentTree, 'heading' | 'footnotes'> {
  title: string;
  /** BCP 47 language of its text. */
  language: string;
  /** True for the executive summary. */
  isSummary: boolean;
  /** Null in a client's document. */
  record: PrintedRecord | null;
}

/** The facts of a deliverable that the team alone reads. */
export interface PrintedRecord {
  version: string;
  words: string;
  status: string;
  score: string | null;
  feedback: string | null;
  evidence: PrintedEvidence | null;
}

/** The options of a printed deliverable. */
export interface DocumentPrinting {
  /** True in the internal copy. */
  isInternal: boolean;
  /** BCP 47 tag that overrides what the text says. */
  language?: string | undefined;
  /** Level of its highest headings below its title. */
  topLevel: number;
  /** True if its headings get numbers of the report. */
  isNumbered: boolean;
  /** Separates its footnotes from those of other documents. */
  prefix: string;
  images: ImageFiles;
}

/** Turns a deliverable into the data of its pages. `checked` is what the appendix on figures needs of it. */
export function printDocument(
  document: ReportDocument & Partial<ReportChapter>,
  { isInternal, language: given, topLevel, isNumbered, prefix, ...setting }: DocumentPrinting,
): { printed: PrintedDocument; checked: CheckedDocument } {
  const { evidence = null, filename, markdown, isSynthesis = false } = document;
  const { marks, addDerivations } = markFootnotes(evidence, { isInternal });
  const charts = new Map((document.charts ?? []).map((chart) => [chartKey(chart.source), chart]));
  const taskTitle = cleanLine(document.title);
  const place = { topLevel, isNumbered, title: taskTitle };
  const tree = buildDocument(markdown, place, { ...setting, isInternal, prefix, marks, charts });
  const { heading, offline, blocks } = tree;
  const numbers = numberFootnotes(tree.footnotes);
  const language = detectLanguage(markdown);
  if (isInternal) addDerivations(numbers, language);
  const title = heading ?? (taskTitle || titleOfFile(filename));
  const printed: PrintedDocument = {
    ...{ title, offline, blocks },
    language: chooseLanguage(markdown, given).tag,
    isSummary: isSynthesis,
    record: isInternal ? printRecord(document, evidence && printEvidence(evidence, { numbers, language })) : null,
  };
  return { printed, checked: { title, filename, evidence, numbers, language } };
}

function printRecord(
  { version, wordCount, approvalStatus, score = null, feedback }: ReportDocument & Partial<ReportChapter>,
  evidence: PrintedEvidence | null,
): PrintedRecord {
  return {
    version: String(version),
    words: wordCount.toLocaleString('en-GB'),
    status: showStatus(approvalStatus),
    score: score === null ? null : showScore(score),
    feedback: feedback ? cleanText(feedback).trim() : null,
    evidence,
  };
}
