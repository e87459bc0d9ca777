import { ApiError } from '@ecp/contract/declaring/errors';
import type { Comment, Passage } from '@ecp/contract/work/comments';
import { replacePassage } from '@ecp/markdown/apply-edits';
import { renderText } from '@ecp/markdown/rendered-text';
import { actorAuthor, type RequestContext } from '../../kernel/context.ts';
import type { TextReader } from '../../kernel/text-work.ts';
import { selectComment, toComment } from '../comments/comment-rows.ts';
import { setCommentStatus } from '../comments/update-comment.ts';
import { selectLatestDeliverable } from '../deliverables/deliverable-rows.ts';
import { prepareVersion, writeVersion } from '../deliverables/writing/write-version.ts';

/**
 * Writes the next version of a document, in which the words that a comment proposes stand in the place of its passage,
 * and resolves the comment (CMT-10). Errors: `not_found`, `no_open_suggestion`, `passage_changed`, `not_latest_version`,
 * `nothing_changed`.
 */
export async function acceptSuggestion(
  context: RequestContext,
  { engagementId, commentId }: { engagementId: string; commentId: string },
): Promise<{ version: number }> {
  const { services, tenantId } = context;
  const [rows] = await services.database.batchTenant(tenantId, [selectComment(tenantId, { engagementId, commentId })]);
  const comment = rows[0] && toComment(rows[0]);
  if (!comment || comment.filename === null) throw new ApiError('not_found');
  const { filename } = comment;
  const file = selectLatestDeliverable(tenantId, engagementId, filename);
  const [[latest]] = await services.database.batchTenant(tenantId, [file]);
  if (!latest) throw new ApiError('not_found');
  const content = await applySuggestion(context, comment, latest);
  const prepared = await prepareVersion(context, { engagementId, filename, content, baseVersion: latest.version });
  return context.commit(async (tx) => {
    const author = actorAuthor(context.principal);
    const writer = { origin: 'human', author, note: null, metadata: { commentId } } as const;
    const { version } = await writeVersion(tx, context, prepared, writer);
    const resolved = await setCommentStatus(tx, context, { engagementId, commentId }, 'resolved');
    if (!resolved) throw new ApiError('not_found');
    return { version };
  });
}

/** Returns the text with the proposed words. They were proposed for the words that the author had read. */
async function applySuggestion(
  { services, tenantId }: RequestContext,
  { suggestion, status, passage, quote }: Comment,
  { content, version }: { content: string; version: number },
): Promise<string> {
  if (suggestion === null || status === 'resolved') throw new ApiError('no_open_suggestion');
  if (passage === null || passage.quote !== quote) throw new ApiError('passage_changed');
  if (passage.version !== version) throw new ApiError('not_latest_version', { values: { version } });
  const changed = await services.texts.run(tenantId, suggestionReader, { content, passage, suggestion });
  if (changed === null) throw new ApiError('passage_changed');
  return changed;
}

/** Puts proposed words into texts; null where they do not fit. */
export const suggestionReader: TextReader<{ content: string; passage: Passage; suggestion: string }, string | null> = {
  name: 'suggestion',
  shortWeight: 10_000,
  read: ({ content, passage, suggestion }) => replacePassage(content, renderText(content), passage, suggestion),
};
