import type { PortalComment } from '@ecp/contract/reach/portal';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { SelectedPassage } from '../../../domain/passage-comments/document-words.ts';
import { commentAt, type PlacedComment, placeComments } from '../../../domain/passage-comments/place-comments.ts';
import { showHighlights } from '../../../domain/passage-comments/show-highlights.ts';
import { useDocumentWords } from '../../../domain/passage-comments/use-document-words.ts';
import { type Selected, useSelectedPassage } from '../../../domain/passage-comments/use-selected-passage.ts';
import type { SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';

/** The comments on a document, and the words that a client has selected to comment on. */
export interface Passages {
  /** Those on a passage that the version shows, in the order of the text. */
  placed: readonly PlacedComment<PortalComment>[];
  /** All others on the document, oldest first. */
  others: readonly PortalComment[];
  /** Id of the comment that is marked in the text and in the list. */
  active: string | null;
  activate: (id: string) => void;
  /** The present selection in the text; null also for readers who may not comment. */
  selected: Selected | null;
  /** The passage of the comment that is being written. */
  draft: SelectedPassage | null;
  /** Begins a comment on what is selected; null ends it. */
  begin: (selected: Selected | null) => void;
}

interface PassagesOptions {
  article: RefObject<HTMLElement | null>;
  document: SharedDocument;
  /** Id of the comment that the address names. */
  shown: string | undefined;
  /** Called when a click on the text chooses a comment. */
  onChoose: () => void;
}

/** Joins the comments on a document with the words on the page, and marks them there. */
export function usePassages({ article, document, shown, onChoose }: PassagesOptions): Passages {
  const { view } = usePortal();
  const { filename, version, content } = document;
  const words = useDocumentWords(article, content);
  const selected = useSelectedPassage(article, view.permissions.includes('comment') ? words : null);
  const [active, setActive] = useState<string | null>(shown ?? null);
  const [begun, begin] = useState<Selected | null>(null);
  const comments = useMemo(() => view.comments.filter((one) => one.filename === filename), [view.comments, filename]);
  const placed = useMemo(() => (words ? placeComments(words, comments, version) : []), [words, comments, version]);
  const others = useMemo(() => {
    const inText = new Set(placed.map(({ comment }) => comment.id));
    return comments.filter(({ id }) => !inText.has(id));
  }, [placed, comments]);
  useEffect(() => {
    showHighlights(
      'comment',
      placed.filter(({ comment }) => comment.status === 'open').flatMap(({ ranges }) => ranges),
    );
    const chosen = placed.find(({ comment }) => comment.id === active)?.ranges ?? [];
    showHighlights('active', begun ? [begun.range] : chosen);
    return () => {
      showHighlights('comment', []);
      showHighlights('active', []);
    };
  }, [placed, active, begun]);
  useEffect(() => {
    const text = article.current;
    if (!text) return undefined;
    const choose = (event: MouseEvent) => {
      const found = getSelection()?.isCollapsed === false ? undefined : commentAt(placed, event);
      if (!found) return;
      setActive(found.comment.id);
      onChoose();
    };
    text.addEventListener('click', choose);
    return () => text.removeEventListener('click', choose);
  }, [article, placed, onChoose]);
  return { placed, others, active, activate: setActive, selected, draft: begun?.passage ?? null, begin };
}
