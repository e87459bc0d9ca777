import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type Comment, documentCommentsQuery } from '../../../domain/comments/queries.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { placeComments } from '../../../domain/passage-comments/place-comments.ts';
import { SelectionButton } from '../../../domain/passage-comments/selection-button.tsx';
import { useDocumentWords } from '../../../domain/passage-comments/use-document-words.ts';
import { useSelectedPassage } from '../../../domain/passage-comments/use-selected-passage.ts';
import { useSession } from '../../../session/session.ts';
import type { ReadingState } from '../use-reading.ts';
import { CommentMargin } from './comment-margin.tsx';
import { revealPassage } from './reveal-passage.ts';
import { useActiveRanges, useCommentHighlights } from './use-comment-highlights.ts';
import { commentKey, useCommentKeys } from './use-comment-keys.ts';
import type { Commenting } from './use-commenting.ts';

interface CommentLayerProps {
  deliverable: Deliverable;
  reading: ReadingState;
  commenting: Commenting;
  /** Whether there is room for a margin beside the text. */
  hasMargin: boolean;
  /** Shows the list of comments in the panel. */
  onOpenList: () => void;
}

const none: readonly Comment[] = [];

/** Comments on the text of a version: their marks, the margin, the button at a selection, the keys, the addresses. */
export function CommentLayer({ deliverable, reading, commenting, hasMargin, onOpenList }: CommentLayerProps) {
  const { engagementId, filename, version, content } = deliverable;
  const { article, latest } = reading;
  const { active, activate, composing, placed, place, want, compose } = commenting;
  const { data: comments } = useQuery(documentCommentsQuery(engagementId, filename));
  // Before, the footnotes are other elements, and all would be read twice.
  const words = useDocumentWords(article, content, !reading.found.isPending);
  const mayWrite = useSession().has('member');
  const selected = useSelectedPassage(article, mayWrite ? words : null);
  const found = useMemo(
    () => (words ? placeComments(words, comments ?? none, version) : []),
    [words, comments, version],
  );
  useEffect(() => place(found), [place, found]);
  const composed = useMemo(
    () =>
      words && composing?.passage
        ? words.rangesOf({ ...composing.passage, ...{ passage: null, version } }, version)
        : [],
    [words, composing, version],
  );
  const open = (id: string) => {
    want(id);
    const aim = placed.find(({ comment }) => comment.id === id);
    if (!aim || !hasMargin) onOpenList();
    if (aim) revealPassage(aim.ranges[0]);
  };
  const write = (passage: typeof selected) => {
    compose({ passage: passage?.passage ?? null, version });
    getSelection()?.removeAllRanges();
    if (!hasMargin || !passage) onOpenList();
  };
  const openOnes = useMemo(() => placed.filter(({ comment }) => comment.status === 'open'), [placed]);
  useCommentHighlights({
    ...{ article, open: openOnes, onOpen: open, onLeave: () => activate(null) },
    active: useActiveRanges(placed, active, composed),
  });
  useCommentKeys({ article, words: mayWrite ? words : null, open: openOnes, active, onOpen: open, onWrite: write });
  useCommentOfAddress(words !== null && comments !== undefined && placed === found, open);
  return (
    <>
      {hasMargin && (
        <CommentMargin
          deliverable={deliverable}
          article={article}
          isLatest={version === latest}
          commenting={commenting}
          composed={composed}
          letters={words?.length ?? 0}
        />
      )}
      {selected && <SelectionButton selected={selected} shortcut={commentKey} onComment={write} />}
    </>
  );
}

/** Opens the comment that the address names, as links of the queue and the search do (CMT-18). */
function useCommentOfAddress(isReady: boolean, onOpen: (id: string) => void): void {
  const hash = useLocation({ select: (location) => location.hash });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is followed once, when the text is there.
  useEffect(() => {
    const [, id] = /^comment-(.+)$/.exec(hash) ?? [];
    if (isReady && id !== undefined) onOpen(id);
  }, [hash, isReady]);
}
