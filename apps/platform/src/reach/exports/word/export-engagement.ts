import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectLatestDeliverables } from '../../../work/deliverables/select-latest-deliverables.ts';
import { ownerOf } from '../read-report-content.ts';
import type { WordExportOptions } from './export-deliverable.ts';
import type { WordDownload } from './write-word-deliverable.ts';
import { writeWordEngagement } from './write-word-engagement.ts';

/**
 * Writes the latest versions of an engagement's deliverables as one Word file for its audience (WRD-2). Errors: those of
 * writeWordEngagement.
 */
export async function exportEngagementToWord(
  context: RequestContext,
  engagementId: string,
  { audience, delivers, signal }: WordExportOptions,
): Promise<WordDownload> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId);
  const order = { engagementId, selected, audience };
  const { filename, docx, files } = await writeWordEngagement(ownerOf(context), order, signal);
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_docx',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, audience, deliverables: files.length },
      }),
    );
  }
  return { filename, docx };
}
