import { ApiError } from '@ecp/contract/declaring/errors';
import type { WordChapter } from '@ecp/documents/word/word-report';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectLatestDeliverables } from '../../../work/deliverables/select-latest-deliverables.ts';
import { ownerOf, readReportContent } from '../read-report-content.ts';
import { renderPdf } from '../render-pdf.ts';
import type { WordDownload, WordExportOptions } from './export-deliverable.ts';
import { toWordBranding } from './word-branding.ts';
import { toWordCharts } from './word-charts.ts';
import { wordFilename } from './word-filename.ts';

/**
 * Writes the latest versions of an engagement's deliverables as one Word file for clients (WRD-2), that of the synthesis
 * first, as in the PDF (EXP-16). Errors: `engagement_not_found`, `no_deliverables`, those of renderPdf.
 */
export async function exportEngagementToWord(
  context: RequestContext,
  engagementId: string,
  { delivers, signal }: WordExportOptions,
): Promise<WordDownload> {
  const { services, tenantId } = context;
  const owner = ownerOf(context);
  const selected = selectLatestDeliverables(tenantId, engagementId);
  const content = await readReportContent(owner, { engagementId, selected, isInternal: false }, signal);
  const { engagement, files } = content;
  if (files.length === 0) throw new ApiError('no_deliverables');
  const chapters = files.map(({ chapter }) => chapter);
  const ordered = [...chapters.filter(({ isSynthesis }) => isSynthesis), ...chapters.filter((c) => !c.isSynthesis)];
  const documents: WordChapter[] = [];
  for (const { title, markdown, charts = [] } of ordered) {
    documents.push({ title, markdown, charts: await toWordCharts(owner, charts, signal) });
  }
  const report = {
    title: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding: await toWordBranding(owner, content.branding, signal),
    documents,
  };
  const docx = await renderPdf(services.wordFiles.writeEngagement(report, { tenantId, signal }), signal);
  const filename = wordFilename(engagement.slug);
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_docx',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, deliverables: files.length },
      }),
    );
  }
  return { filename, docx };
}
