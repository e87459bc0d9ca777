import type { SearchKind, SearchResult } from '@ecp/contract/reach/search';
import { wordsOfFilename } from '@ecp/contract/values/words-of-filename';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { FileText, Globe, type LucideIcon, MessageSquare, Paperclip, Target } from 'lucide-react';
import { Fragment } from 'react';
import { api } from '../../base/api/client.ts';
import { namePlace } from '../../base/format/words.ts';
import { foundWordsOf } from './found-words.ts';
import { searchTexts } from './texts.ts';

export interface Search {
  q: string;
  kind?: SearchKind | undefined;
  engagementId?: string | undefined;
}

const longestSearch = 200;

/**
 * The results of a search, best first. Sends no request without words; an older request ends with
 * its component.
 */
export const searchQuery = ({ q, kind, engagementId }: Search) => {
  const asked = q.trim().slice(0, longestSearch);
  return queryOptions({
    queryKey: ['search', { q: asked, kind, engagementId }],
    placeholderData: keepPreviousData,
    queryFn:
      asked === ''
        ? skipToken
        : async ({ signal }) =>
            (await api.search({ q: asked, kind, engagementId }, { signal })).results,
  });
};

export const titleOfResult = ({ kind, title }: SearchResult): string =>
  kind === 'comment' ? searchTexts.commentBy(title) : title;

/** Describes what a result is and where it is, in one line. */
export function describeResult({ kind, engagementName, filename, location }: SearchResult): string {
  const facts = [
    searchTexts.kindOf[kind],
    kind === 'engagement' ? null : engagementName,
    kind === 'comment' && filename !== null ? wordsOfFilename(filename) : null,
    location && namePlace(location),
  ];
  return facts.filter((fact) => fact !== null && fact !== '').join(' · ');
}

export function MarkedSnippet({ snippet, marks }: Pick<SearchResult, 'snippet' | 'marks'>) {
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {snippet.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className="rounded-sm bg-accent-soft font-medium text-accent-text">
            {snippet.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {snippet.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

const icons: Record<SearchKind, LucideIcon> = {
  engagement: Target,
  deliverable: FileText,
  source: Paperclip,
  comment: MessageSquare,
  page: Globe,
};

export function ResultIcon({ kind, className }: { kind: SearchKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={className} />;
}

/** Returns the address at which a result opens, at the found words where its page can show them. */
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
      // The words of a comment are not those of its document. The page opens the comment by its
      // hash.
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

export const keyOfResult = ({
  kind,
  engagementId,
  filename,
  attachmentId,
  commentId,
  pageId,
}: SearchResult): string =>
  [kind, engagementId, attachmentId ?? commentId ?? pageId ?? filename].join(' ');
