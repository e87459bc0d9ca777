import { ApiError } from '@ecp/contract/declaring/errors';
import type { Comment } from '@ecp/contract/work/comments';
import type { WordComment } from '@ecp/documents/word/word-report';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { listComments } from '../../../work/comments/list-comments.ts';
import { selectLatestDeliverables } from '../../../work/deliverables/select-latest-deliverables.ts';
import { ownerOf, readReportContent } from '../read-report-content.ts';
import { renderPdf } from '../render-pdf.ts';
import { toWordBranding } from './word-branding.ts';
import { toWordCharts } from './word-charts.ts';
import { wordFilename } from './word-filename.ts';

/** A Word file and its name for a download. */
export interface WordDownload {
  filename: string;
  docx: Buffer;
}

export interface WordExportOptions {
  /** False when only the headers are requested: then nothing records the export. */
  delivers: boolean;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Writes the latest version of one deliverable as a Word file with its open comments (WRD-1). Its text is that of a
 * client (REL-5). Errors: `engagement_not_found`, `deliverable_not_found`, those of renderPdf.
 */
export async function exportDeliverableToWord(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { delivers, signal }: WordExportOptions,
): Promise<WordDownload> {
  const { services, tenantId } = context;
  const owner = ownerOf(context);
  const selected = selectLatestDeliverables(tenantId, engagementId, filename);
  const content = await readReportContent(owner, { engagementId, selected, isInternal: false }, signal);
  const { engagement, files } = content;
  const [file] = files;
  if (!file) throw new ApiError('deliverable_not_found');
  const { chapter, deliverable } = file;
  const { version } = deliverable;
  const { comments } = await listComments(context, { engagementId, filename }, { status: 'open' });
  const report = {
    engagementName: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding: await toWordBranding(owner, content.branding, signal),
    document: {
      title: chapter.title,
      markdown: chapter.markdown,
      charts: await toWordCharts(owner, chapter.charts ?? [], signal),
    },
    origin: { engagementId, filename, version },
    comments: comments.map(toWordComment),
  };
  const docx = await renderPdf(services.wordFiles.writeDeliverable(report, { tenantId, signal }), signal);
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_docx',
        resourceType: 'deliverable',
        resourceId: deliverable.id,
        metadata: { engagementId, filename, version },
      }),
    );
  }
  return { filename: wordFilename(filename), docx };
}

/** A comment whose passage went stands at the beginning of the file. */
function toWordComment({ id, author, createdAt, body, passage, orphaned, replies }: Comment): WordComment {
  const place = passage === null || orphaned ? { quote: null, prefix: '', suffix: '' } : passage;
  return {
    ...{ id, author: author.name, createdAt, body },
    ...{ quote: place.quote, prefix: place.prefix, suffix: place.suffix },
    replies: replies.map((reply) => ({ ...reply, author: reply.author.name })),
  };
}
