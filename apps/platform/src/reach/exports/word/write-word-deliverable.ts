import { ApiError } from '@ecp/contract/declaring/errors';
import type { WordComment } from '@ecp/documents/word/word-report';
import { type ReportFile, type ReportOrder, type ReportOwner, readReportContent } from '../read-report-content.ts';
import { renderPdf } from '../render-pdf.ts';
import { toWordBranding } from './word-branding.ts';
import { toWordCharts } from './word-charts.ts';
import { wordFilename } from './word-filename.ts';

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
  const { engagement, branding, files } = await readReportContent(owner, order, signal);
  const [file] = files;
  if (!file) throw new ApiError('deliverable_not_found');
  const { title, markdown, charts = [] } = file.chapter;
  const { filename, version } = file.deliverable;
  const report = {
    engagementName: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding: await toWordBranding(owner, branding, signal),
    document: { title, markdown, charts: await toWordCharts(owner, charts, signal) },
    origin: { engagementId: order.engagementId, filename, version },
    comments: await readComments(),
  };
  const docx = await renderPdf(services.wordFiles.writeDeliverable(report, { tenantId, signal }), signal);
  return { filename: wordFilename(filename), docx, file };
}
