import { type RefObject, useEffect, useRef } from 'react';
import type { Comment } from '../../../domain/comments/queries.ts';
import { commentAt, type PlacedComment } from '../../../domain/passage-comments/place-comments.ts';
import { showHighlights } from '../../../domain/passage-comments/show-highlights.ts';

interface CommentHighlights {
  article: RefObject<HTMLElement | null>;
  placed: readonly PlacedComment<Comment>[];
  active: string | null;
  /** The passage of the comment that is being written. */
  composed: readonly Range[];
  onOpen: (id: string) => void;
  onLeave: () => void;
}

/** Marks the passages of open comments. A click on one opens its thread, and a click beside them closes it. */
export function useCommentHighlights({ article, placed, active, composed, onOpen, onLeave }: CommentHighlights): void {
  useEffect(() => {
    const open = placed.filter(({ comment }) => comment.status === 'open');
    showHighlights(
      'comment',
      open.flatMap(({ ranges }) => ranges),
    );
    const chosen = placed.find(({ comment }) => comment.id === active);
    showHighlights('active', composed.length > 0 ? composed : (chosen?.ranges ?? []));
  }, [placed, active, composed]);
  useEffect(
    () => () => {
      showHighlights('comment', []);
      showHighlights('active', []);
    },
    [],
  );
  const latest = useRef({ placed, onOpen, onLeave });
  useEffect(() => {
    latest.current = { placed, onOpen, onLeave };
  });
  useEffect(() => {
    const text = article.current;
    const press = (event: MouseEvent) => {
      const isControl = event.target instanceof Element && event.target.closest('a, button, summary') !== null;
      if (isControl || getSelection()?.isCollapsed === false) return;
      const open = latest.current.placed.filter(({ comment }) => comment.status === 'open');
      const found = commentAt(open, event);
      if (found) latest.current.onOpen(found.comment.id);
      else latest.current.onLeave();
    };
    text?.addEventListener('click', press);
    return () => text?.removeEventListener('click', press);
  }, [article]);
}
