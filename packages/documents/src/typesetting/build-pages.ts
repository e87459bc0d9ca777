import { detectLanguage } from '@ecp/language/detect-language';
import { cleanLine, cleanText, guessLanguage } from '../markdown/clean-text.ts';
import type { StoredImage } from '../markdown/document-context.ts';
import type { RenderJob } from '../reports/render-job.ts';
import type { Branding, DeliverableReport, EngagementReport } from '../reports/report-types.ts';
import { type BrandColors, brandColors } from './brand-colors.ts';
import { type PrintedFigures, printFigures } from './figures/print-figures.ts';
import type { ImageFiles } from './image-files.ts';
import { type PrintedDocument, printDocument } from './print-document.ts';
import { evidenceHeads } from './print-evidence.ts';
import { type PrintedProvenance, printProvenance, showScore } from './print-provenance.ts';

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
  /** Heads of the columns that count the states of citations. */
  evidenceHeads: string[];
  provenance: PrintedProvenance | null;
  figures: PrintedFigures | null;
}

/** Turns a report into the data of its pages. Images are put into `images`; the data contain only their paths. */
export function buildPages(job: RenderJob, images: ImageFiles): ReportPages {
  return job.kind === 'engagement' ? buildEngagement(job.report, images) : buildDeliverable(job.report, images);
}

function buildEngagement(report: EngagementReport, images: ImageFiles): ReportPages {
  const { branding, date } = report;
  const markdown = report.documents.map((document) => document.markdown.slice(0, 5_000)).join('\n');
  const chapters = report.documents.map((document, index) => {
    const { score, feedback } = document;
    const { printed, checked } = printDocument(document, { topLevel: 2, prefix: `d${index}`, images });
    const evaluation = {
      score: score === null ? null : showScore(score),
      feedback: feedback ? cleanText(feedback).trim() : null,
    };
    return { printed: { ...printed, ...evaluation }, checked };
  });
  return {
    ...buildFrame({ branding, date, language: report.language ?? guessLanguage(markdown), room: coverRoom }, images),
    title: cleanLine(report.title) || 'Engagement report',
    client: cleanLine(report.client),
    summary: report.summary.map(({ label, value }) => ({ label: cleanLine(label), value: cleanLine(value) })),
    documents: chapters.map(({ printed }) => printed),
    evidenceHeads,
    provenance: report.provenance === null ? null : printProvenance(report.provenance),
    figures: printFigures(
      report.figures,
      chapters.map(({ checked }) => checked),
      detectLanguage(markdown),
    ),
  };
}

function buildDeliverable(report: DeliverableReport, images: ImageFiles): ReportPages {
  const { document, engagementName, client, branding, date } = report;
  const language = report.language ?? guessLanguage(document.markdown);
  const { printed, checked } = printDocument(document, { topLevel: 1, prefix: 'd', images });
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
    evidenceHeads,
    provenance: report.provenance === null ? null : printProvenance([report.provenance]),
    figures: printFigures(report.figures, [checked], checked.language),
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
