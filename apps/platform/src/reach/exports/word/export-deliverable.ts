import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { Comment } from '@ecp/contract/work/comments';
import type { WordComment } from '@ecp/documents/word/word-report';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { listComments } from '../../../work/comments/list-comments.ts';
import { selectLatestDeliverables } from '../../../work/deliverables/select-latest-deliverables.ts';
import { ownerOf } from '../read-report-content.ts';
import { type WordDownload, writeWordDeliverable } from './write-word-deliverable.ts';

export interface WordExportOptions {
  audience: ExportAudience;
  /** False when only the headers are requested: then nothing records the export. */
  delivers: boolean;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Writes the latest version of one deliverable as a Word file, for the team with its open comments (WRD-1). Errors:
 * those of writeWordDeliverable.
 */
export async function exportDeliverableToWord(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { audience, delivers, signal }: WordExportOptions,
): Promise<WordDownload> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId, filename);
  const order = { engagementId, selected, audience };
  const readComments = async () => {
    if (audience === 'client') return [];
    const { comments } = await listComments(context, { engagementId, filename }, { status: 'open' });
    return comments.map(toWordComment);
  };
  const written = await writeWordDeliverable(ownerOf(context), order, { signal, readComments });
  const { id, version } = written.file.deliverable;
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_docx',
        resourceType: 'deliverable',
        resourceId: id,
        metadata: { engagementId, filename, version, audience },
      }),
    );
  }
  return { filename: written.filename, docx: written.docx };
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
