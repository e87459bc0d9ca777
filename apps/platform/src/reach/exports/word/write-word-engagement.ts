import { ApiError } from '@ecp/contract/declaring/errors';
import type { WordChapter } from '@ecp/documents/word/word-report';
import { wordFilename } from '../export-filename.ts';
import { type ReportFile, type ReportOrder, type ReportOwner, readReportContent } from '../read-report-content.ts';
import { renderPdf } from '../render-pdf.ts';
import { toWordBranding } from './word-branding.ts';
import { toWordCharts } from './word-charts.ts';
import { toWordFacts, type WordDownload } from './write-word-deliverable.ts';

/**
 * Writes the versions that `order` selects as one Word file, that of the synthesis first, as in the PDF (WRD-2, EXP-16),
 * and returns it with those versions. Records nothing. Errors: `engagement_not_found`, `no_deliverables`, those of
 * renderPdf.
 */
export async function writeWordEngagement(
  owner: ReportOwner,
  order: ReportOrder,
  signal: AbortSignal,
): Promise<WordDownload & { files: ReportFile[] }> {
  const { services, tenantId } = owner;
  const { engagement, branding, files } = await readReportContent(owner, { ...order, asClient: true }, signal);
  if (files.length === 0) throw new ApiError('no_deliverables');
  const ordered = [true, false].flatMap((opens) =>
    files.filter(({ chapter: { isSynthesis = false } }) => isSynthesis === opens),
  );
  const documents: WordChapter[] = [];
  for (const file of ordered) {
    const { title, markdown, charts = [] } = file.chapter;
    const facts = order.audience === 'team' ? toWordFacts(file) : null;
    documents.push({ title, markdown, charts: await toWordCharts(owner, charts, signal), facts });
  }
  const report = {
    title: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding: await toWordBranding(owner, branding, signal),
    documents,
  };
  const docx = await renderPdf(services.wordFiles.writeEngagement(report, { tenantId, signal }), signal);
  return { filename: wordFilename(engagement.slug), docx, files };
}
