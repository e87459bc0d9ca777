import { ApiError } from '@ecp/contract/declaring/errors';
import type { WordComment, WordFacts } from '@ecp/documents/word/word-report';
import { titleFilename, wordFilename } from '../export-filename.ts';
import { type ReportFile, type ReportOrder, type ReportOwner, readReportContent } from '../read-report-content.ts';
import { renderPdf } from '../render-pdf.ts';
import { toWordBranding } from './word-branding.ts';
import { toWordCharts } from './word-charts.ts';

/** A Word file and its name for a download. */
export interface WordDownload {
  filename: string;
  docx: Buffer;
}

interface WritingOptions {
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** Reads the comments that the file holds. It is called once the document is found. */
  readComments: () => Promise<WordComment[]>;
}

/**
 * Writes the one version that `order` selects as a Word file (WRD-1) and returns it with that version. Records nothing.
 * Errors: `engagement_not_found`, `deliverable_not_found`, those of renderPdf.
 */
export async function writeWordDeliverable(
  owner: ReportOwner,
  order: ReportOrder,
  { signal, readComments }: WritingOptions,
): Promise<WordDownload & { file: ReportFile }> {
  const { services, tenantId } = owner;
  const { engagement, branding, files } = await readReportContent(owner, { ...order, asClient: true }, signal);
  const [file] = files;
  if (!file) throw new ApiError('deliverable_not_found');
  const { title, markdown, charts = [] } = file.chapter;
  const { filename } = file.deliverable;
  const report = {
    engagementName: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding: await toWordBranding(owner, branding, signal),
    document: { title, markdown, charts: await toWordCharts(owner, charts, signal) },
    facts: order.audience === 'team' ? toWordFacts(file) : null,
    origin: { deliverableId: file.deliverable.id },
    comments: await readComments(),
  };
  const docx = await renderPdf(services.wordFiles.writeDeliverable(report, { tenantId, signal }), signal);
  const name = order.audience === 'client' ? titleFilename(file, 'docx') : wordFilename(filename);
  return { filename: name, docx, file };
}

/** Returns what the team reads of a version above its text. */
export function toWordFacts({ chapter }: ReportFile): WordFacts {
  const { version, wordCount, approvalStatus, score } = chapter;
  return { version, wordCount, approvalStatus, score };
}
