import type { SearchResult } from '@ecp/contract/reach/search';
import { linkOptions } from '@tanstack/react-router';
import { foundWordsOf } from './found-words.ts';

/**
 * Returns the address at which a result opens (SEA-10): a document and an archived page at the found words, a source in
 * its details with the passage, a comment at its document, an engagement at its overview.
 */
export function placeOfResult(result: SearchResult, q: string) {
  const { kind, engagementId, filename, attachmentId, commentId, pageId } = result;
  if (kind === 'source' && attachmentId !== null) {
    return linkOptions({
      to: '/engagements/$engagementId/attachments',
      params: { engagementId },
      search: { attachment: attachmentId, words: q },
    });
  }
  if (kind === 'page' && pageId !== null) {
    return linkOptions({
      to: '/engagements/$engagementId/research/$pageId',
      params: { engagementId, pageId },
      ...atFoundWords(result),
    });
  }
  if ((kind === 'deliverable' || kind === 'comment') && filename !== null) {
    return linkOptions({
      to: '/engagements/$engagementId/deliverables/$filename',
      params: { engagementId, filename },
      // The words of a comment are not those of its document. The page opens the comment by its hash.
      ...(kind === 'deliverable'
        ? atFoundWords(result)
        : { search: {}, hash: `comment-${commentId}`, resetScroll: false }),
    });
  }
  return linkOptions({ to: '/engagements/$engagementId', params: { engagementId } });
}

/** The page scrolls to the words by itself, so the router must not scroll to the top. */
function atFoundWords(result: SearchResult) {
  const search = foundWordsOf(result);
  return { search, resetScroll: search.words === undefined };
}

/** Returns a key that no other result of the same search has. */
export const keyOfResult = ({ kind, engagementId, filename, attachmentId, commentId, pageId }: SearchResult): string =>
  [kind, engagementId, attachmentId ?? commentId ?? pageId ?? filename].join(' ');
