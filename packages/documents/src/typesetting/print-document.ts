import { detectLanguage } from '@ecp/language/detect-language';
import { chartKey } from '../markdown/build-chart.ts';
import { buildDocument } from '../markdown/build-document.ts';
import { cleanLine } from '../markdown/clean-text.ts';
import type { DocumentTree } from '../markdown/document-tree.ts';
import type { ReportDocument } from '../reports/report-types.ts';
import type { CheckedDocument } from './figures/print-figures.ts';
import { numberFootnotes } from './footnote-numbers.ts';
import type { ImageFiles } from './image-files.ts';
import { markFootnotes } from './mark-footnotes.ts';
import { type PrintedEvidence, printEvidence } from './print-evidence.ts';

/** A deliverable, as a chapter or on its own. */
export interface PrintedDocument extends Omit<DocumentTree, 'heading' | 'footnotes'> {
  title: string;
  facts: { label: string; value: string }[];
  status: string;
  version: string;
  words: string;
  score: string | null;
  feedback: string | null;
  evidence: PrintedEvidence | null;
}

/** Turns a deliverable into the data of its pages. `checked` is what the appendix on figures needs of it. */
export function printDocument(
  document: ReportDocument,
  { topLevel, prefix, images }: { topLevel: number; prefix: string; images: ImageFiles },
): { printed: PrintedDocument; checked: CheckedDocument } {
  const { evidence = null, filename } = document;
  const { marks, addDerivations } = markFootnotes(evidence);
  const charts = new Map((document.charts ?? []).map((chart) => [chartKey(chart.source), chart]));
  const tree = buildDocument(document.markdown, topLevel, { prefix, images, marks, charts });
  const { heading, offline, blocks } = tree;
  const numbers = numberFootnotes(tree.footnotes);
  const language = detectLanguage(document.markdown);
  addDerivations(numbers, language);
  const status = showStatus(document.approvalStatus);
  const version = String(document.version);
  const words = document.wordCount.toLocaleString('en-GB');
  const title = heading ?? (cleanLine(document.title) || cleanLine(filename));
  const printed = {
    ...{ title, offline, blocks, status, version, words },
    facts: [
      { label: 'Version', value: version },
      { label: 'Words', value: words },
      { label: 'Status', value: status },
    ],
    score: null,
    feedback: null,
    evidence: evidence && printEvidence(evidence, { numbers, language }),
  };
  return { printed, checked: { title, filename, evidence, numbers, language } };
}

/** `pending_review` becomes `Pending review`. An unknown status is shown unchanged. */
function showStatus(status: string): string {
  const words = cleanLine(status).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
