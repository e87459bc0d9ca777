import { chartKey } from '../markdown/build-chart.ts';
import { buildDocument } from '../markdown/build-document.ts';
import { cleanLine, cleanText, guessLanguage } from '../markdown/clean-text.ts';
import type { StoredImage } from '../markdown/document-context.ts';
import type { DocumentTree } from '../markdown/document-tree.ts';
import type { RenderJob } from '../reports/render-job.ts';
import type {
  Branding,
  DeliverableReport,
  EngagementReport,
  ProvenanceRow,
  ReportDocument,
} from '../reports/report-types.ts';
import { type BrandColors, brandColors } from './brand-colors.ts';
import type { ImageFiles } from './image-files.ts';
import { markFootnotes, type PrintedEvidence, printEvidence } from './print-evidence.ts';

/** The data of one report for the templates, with cleaned strings and formatted numbers. */
export interface ReportPages {
  title: string;
  client: string;
  company: string | null;
  /** The logo, scaled to fit its place. */
  logo: { path: string; widthPt: number } | null;
  colors: BrandColors;
  /** The date in words, for readers. */
  date: string;
  /** Year, month, day, for the PDF's metadata. */
  day: [number, number, number];
  language: string;
  summary: { label: string; value: string }[];
  documents: PrintedDocument[];
  provenance: PrintedProvenance | null;
}

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

/** The provenance table in words, and its total. */
export interface PrintedProvenance {
  rows: { filename: string; agent: string; model: string; score: string; cost: string }[];
  total: string;
}

/** Turns a report into the data of its pages. Images are put into `images`; the data contain only their paths. */
export function buildPages(job: RenderJob, images: ImageFiles): ReportPages {
  return job.kind === 'engagement' ? buildEngagement(job.report, images) : buildDeliverable(job.report, images);
}

function buildEngagement(report: EngagementReport, images: ImageFiles): ReportPages {
  const { branding, date } = report;
  const markdown = report.documents.map((document) => document.markdown.slice(0, 5_000)).join('\n');
  return {
    ...buildFrame({ branding, date, language: report.language ?? guessLanguage(markdown), room: coverRoom }, images),
    title: cleanLine(report.title) || 'Engagement report',
    client: cleanLine(report.client),
    summary: report.summary.map(({ label, value }) => ({ label: cleanLine(label), value: cleanLine(value) })),
    documents: report.documents.map((document, index) => ({
      ...printDocument(document, 2, `d${index}`, images),
      score: document.score === null ? null : showScore(document.score),
      feedback: document.feedback ? cleanText(document.feedback).trim() : null,
    })),
    provenance: report.provenance === null ? null : printProvenance(report.provenance),
  };
}

function buildDeliverable(report: DeliverableReport, images: ImageFiles): ReportPages {
  const { document, engagementName, client, branding, date } = report;
  const language = report.language ?? guessLanguage(document.markdown);
  const printed = printDocument(document, 1, 'd', images);
  const facts = [
    { label: 'Engagement', value: cleanLine(engagementName) },
    { label: 'Client', value: cleanLine(client) },
    ...printed.facts,
  ];
  return {
    ...buildFrame({ branding, date, language, room: headRoom }, images),
    title: printed.title,
    client: cleanLine(client),
    summary: [],
    documents: [{ ...printed, facts: facts.filter(({ value }) => value !== '') }],
    provenance: report.provenance === null ? null : printProvenance([report.provenance]),
  };
}

/** Space for a logo in points: on a cover, and beside the company's name above a single deliverable. */
const coverRoom = { widthPt: 200, heightPt: 50 };
const headRoom = { widthPt: 130, heightPt: 32 };

function fitLogo(image: StoredImage | null, room: typeof coverRoom): ReportPages['logo'] {
  if (image === null) return null;
  const scale = Math.min(room.widthPt / image.widthPt, room.heightPt / image.heightPt);
  return { path: image.path, widthPt: image.widthPt * scale };
}

interface Frame {
  branding: Branding;
  date: string;
  language: string;
  room: typeof coverRoom;
}

function buildFrame({ branding, date: isoDate, language, room }: Frame, images: ImageFiles) {
  const date = new Date(isoDate);
  const known = Number.isNaN(date.getTime()) ? new Date(0) : date;
  return {
    company: branding.companyName === null ? null : cleanLine(branding.companyName) || null,
    logo: branding.logo === null ? null : fitLogo(images.addLogo(branding.logo), room),
    colors: brandColors(branding.primaryColor),
    date: known.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    day: [known.getUTCFullYear(), known.getUTCMonth() + 1, known.getUTCDate()] as [number, number, number],
    // Typst expects the language alone. A region would only choose between glyphs that our fonts do not have.
    language: /^[a-z]{2,3}(?=-|$)/i.exec(language)?.[0].toLowerCase() ?? 'en',
  };
}

function printDocument(
  document: ReportDocument,
  topLevel: number,
  prefix: string,
  images: ImageFiles,
): PrintedDocument {
  const { evidence = null } = document;
  const marks = markFootnotes(evidence);
  const charts = new Map((document.charts ?? []).map((chart) => [chartKey(chart.source), chart]));
  const tree = buildDocument(document.markdown, topLevel, { prefix, images, marks, charts });
  const { heading, offline, blocks, footnotes } = tree;
  const status = showStatus(document.approvalStatus);
  const version = String(document.version);
  const words = document.wordCount.toLocaleString('en-GB');
  return {
    title: heading ?? (cleanLine(document.title) || cleanLine(document.filename)),
    offline,
    blocks,
    status,
    version,
    words,
    facts: [
      { label: 'Version', value: version },
      { label: 'Words', value: words },
      { label: 'Status', value: status },
    ],
    score: null,
    feedback: null,
    evidence: evidence && printEvidence(evidence, footnotes),
  };
}

function printProvenance(rows: ProvenanceRow[]): PrintedProvenance {
  return {
    rows: rows.map(({ filename, agent, model, observerScore, costUsd }) => ({
      filename: cleanLine(filename),
      agent: cleanLine(agent),
      model: cleanLine(model),
      score: observerScore === null ? '–' : showScore(observerScore),
      cost: costUsd === null ? '–' : showCost(costUsd),
    })),
    total: showCost(rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)),
  };
}

/** `pending_review` becomes `Pending review`. An unknown status is shown unchanged. */
function showStatus(status: string): string {
  const words = cleanLine(status).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function showScore(score: number): string {
  return score.toLocaleString('en-GB', { maximumFractionDigits: 1 });
}

/** Shows four decimals, as the platform does, because single documents cost fractions of a cent. */
function showCost(costUsd: number): string {
  return `$${costUsd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}
