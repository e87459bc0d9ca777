import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Comment } from '../../../domain/comments/queries.ts';
import { nearWindow } from '../../../domain/passage-comments/near-window.ts';
import { commentAt, type PlacedComment } from '../../../domain/passage-comments/place-comments.ts';
import { useHighlights } from '../../../domain/passage-comments/use-highlights.ts';

interface CommentHighlights {
  article: RefObject<HTMLElement | null>;
  /** The open comments of the text. */
  open: readonly PlacedComment<Comment>[];
  /** The place of the active comment, or of the one that is being written. */
  active: readonly Range[];
  onOpen: (id: string) => void;
  onLeave: () => void;
}

/** Marks the passages of open comments. A click on one opens its thread, and a click beside them closes it. */
export function useCommentHighlights({ article, open, active, onOpen, onLeave }: CommentHighlights): void {
  useHighlights(open, active);
  const latest = useRef({ open, onOpen, onLeave });
  useEffect(() => {
    latest.current = { open, onOpen, onLeave };
  });
  useEffect(() => {
    const text = article.current;
    const press = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest('a, button, summary') !== null;
      if (isControl || getSelection()?.isCollapsed === false) return;
      const found = commentAt(nearWindow(latest.current.open), event);
      if (found) latest.current.onOpen(found.comment.id);
      else latest.current.onLeave();
    };
    text?.addEventListener('click', press);
    return () => text?.removeEventListener('click', press);
  }, [article]);
}

/** Returns where the comment that is being written stands, else where the active one does. */
export function useActiveRanges(
  placed: readonly PlacedComment<Comment>[],
  active: string | null,
  composed: readonly Range[],
): readonly Range[] {
  return useMemo(() => {
    const chosen = placed.find(({ comment }) => comment.id === active);
    return composed.length > 0 ? composed : (chosen?.ranges ?? []);
  }, [placed, active, composed]);
}
