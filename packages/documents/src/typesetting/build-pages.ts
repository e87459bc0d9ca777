import { cleanLine } from '../markdown/clean-text.ts';
import type { StoredImage } from '../markdown/document-context.ts';
import type { RenderJob } from '../reports/render-job.ts';
import { type ReportLabels, reportLabels } from '../reports/report-labels.ts';
import type { Branding, DeliverableReport, EngagementReport } from '../reports/report-types.ts';
import { type BrandColors, brandColors } from './brand-colors.ts';
import { chooseCommonLanguage, chooseLanguage, type TextLanguage } from './choose-language.ts';
import { type PrintedFigures, printFigures } from './figures/print-figures.ts';
import type { ImageFiles } from './image-files.ts';
import { type PrintedDocument, printDocument } from './print-document.ts';
import { evidenceHeads } from './print-evidence.ts';
import { type PrintedProvenance, printProvenance } from './print-provenance.ts';

/** The data of one report for the templates, with cleaned strings and formatted numbers. */
export interface ReportPages {
  title: string;
  client: string;
  company: string | null;
  /** The logo, scaled to fit its place. */
  logo: { path: string; widthPt: number } | null;
  colors: BrandColors;
  labels: ReportLabels;
  /** The date in words, for readers. */
  date: string;
  /** Year, month, day, for the PDF's metadata. */
  day: [number, number, number];
  /** BCP 47 language of the whole. */
  language: string;
  facts: Fact[];
  /** The executive summary first. */
  documents: PrintedDocument[];
  /** The part that the team alone reads; null in a client's document. */
  internal: InternalPages | null;
}

/** The parts of the team's copy that a client's document does not have. */
export interface InternalPages {
  /** Says on the first page whose copy this is. */
  note: string;
  /** Heads of the columns that count the states of citations. */
  evidenceHeads: string[];
  provenance: PrintedProvenance | null;
  figures: PrintedFigures | null;
}

interface Fact {
  label: string;
  value: string;
}

/** Turns a report into the data of its pages. Images are put into `images`; the data contain only their paths. */
export function buildPages(job: RenderJob, images: ImageFiles): ReportPages {
  return job.kind === 'engagement' ? buildEngagement(job.report, images) : buildDeliverable(job.report, images);
}

function buildEngagement(report: EngagementReport, images: ImageFiles): ReportPages {
  const { audience, branding, date, provenance } = report;
  const isInternal = audience === 'team';
  // The executive summary opens the report; the other documents keep their order.
  const ordered = [true, false].flatMap((opens) =>
    report.documents.filter(({ isSynthesis = false }) => isSynthesis === opens),
  );
  const language = chooseCommonLanguage(
    ordered.map(({ markdown }) => markdown),
    report.language,
  );
  const chapters = ordered.map((document, index) => {
    const isNumbered = document.isSynthesis !== true;
    const place = { topLevel: 2, isNumbered, prefix: `d${index}`, images };
    return printDocument(document, { ...place, isInternal, language: report.language });
  });
  return {
    ...buildFrame({ branding, date, language, room: coverRoom }, images),
    title: cleanLine(report.title) || 'Engagement report',
    client: cleanLine(report.client),
    facts: isInternal
      ? report.summary.map(({ label, value }) => ({ label: cleanLine(label), value: cleanLine(value) }))
      : [],
    documents: chapters.map(({ printed }) => printed),
    internal: isInternal
      ? {
          note: noteOf(provenance !== null),
          evidenceHeads,
          provenance: provenance && printProvenance(provenance),
          figures: printFigures(
            report.figures,
            chapters.map(({ checked }) => checked),
            language.own,
          ),
        }
      : null,
  };
}

function buildDeliverable(report: DeliverableReport, images: ImageFiles): ReportPages {
  const { audience, document, engagementName, client, branding, date, provenance } = report;
  const isInternal = audience === 'team';
  const language = chooseLanguage(document.markdown, report.language);
  const labels = reportLabels[language.own];
  const place = { topLevel: 1, isNumbered: false, prefix: 'd', images };
  const { printed, checked } = printDocument(document, { ...place, isInternal, language: report.language });
  const facts = [
    { label: labels.engagement, value: cleanLine(engagementName) },
    { label: labels.client, value: cleanLine(client) },
    ...(printed.record
      ? [
          { label: labels.version, value: printed.record.version },
          { label: labels.words, value: document.wordCount.toLocaleString(labels.locale) },
          { label: 'Status', value: printed.record.status },
        ]
      : []),
  ];
  return {
    ...buildFrame({ branding, date, language, room: headRoom }, images),
    title: printed.title,
    client: cleanLine(client),
    facts: facts.filter(({ value }) => value !== ''),
    documents: [printed],
    internal: isInternal
      ? {
          note: noteOf(provenance !== null),
          evidenceHeads,
          provenance: provenance && printProvenance([provenance]),
          figures: printFigures(report.figures, [checked], checked.language),
        }
      : null,
  };
}

function noteOf(hasProvenance: boolean): string {
  const parts = hasProvenance ? 'scores, approval states and provenance' : 'scores and approval states';
  return `Internal copy. It has ${parts}, and is not for the client.`;
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
  language: TextLanguage;
  room: typeof coverRoom;
}

function buildFrame({ branding, date: isoDate, language, room }: Frame, images: ImageFiles) {
  const date = new Date(isoDate);
  const known = Number.isNaN(date.getTime()) ? new Date(0) : date;
  const labels = reportLabels[language.own];
  const inWords = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return {
    company: branding.companyName === null ? null : cleanLine(branding.companyName) || null,
    logo: branding.logo === null ? null : fitLogo(images.addLogo(branding.logo), room),
    colors: brandColors(branding.primaryColor),
    labels,
    date: known.toLocaleDateString(labels.locale, inWords),
    day: [known.getUTCFullYear(), known.getUTCMonth() + 1, known.getUTCDate()] as [number, number, number],
    language: language.tag,
  };
}
