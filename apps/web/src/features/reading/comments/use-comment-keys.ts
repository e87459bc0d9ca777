import type { RefObject } from 'react';
import type { Comment } from '../../../domain/comments/queries.ts';
import type { DocumentWords } from '../../../domain/passage-comments/document-words.ts';
import { firstIndex } from '../../../domain/passage-comments/near-window.ts';
import type { PlacedComment } from '../../../domain/passage-comments/place-comments.ts';
import { readSelection, type Selected } from '../../../domain/passage-comments/use-selected-passage.ts';
import { commentTexts } from '../../../texts/en/documents/comments.ts';
import { type PageShortcut, usePageShortcuts } from '../../../ui/keys/page-shortcuts.ts';
import { stickyPx } from '../../../ui/layout/sticky-bar.ts';

/** `c` makes an engagement. */
export const commentKey = 'm';

interface CommentKeys {
  article: RefObject<HTMLElement | null>;
  /** Null for those who may not comment, and until the text has been read. */
  words: DocumentWords | null;
  /** The open comments of the text. */
  open: readonly PlacedComment<Comment>[];
  active: string | null;
  onOpen: (id: string) => void;
  onWrite: (selected: Selected | null) => void;
}

/**
 * `m` comments on the selected words, on the heading that has the focus, or on the whole document. `.` and `,` lead to
 * the next and the previous open comment of the text (CMT-18).
 */
export function useCommentKeys({ article, words, open, active, onOpen, onWrite }: CommentKeys): void {
  const step = (by: 1 | -1) => {
    const at = open.findIndex(({ comment }) => comment.id === active);
    const top = stickyPx('top');
    // The steps begin at the edge of the window when no comment is active.
    const edge = () => firstIndex(open, (rect) => rect.top >= top) - (by === 1 ? 1 : 0);
    const next = open[((at === -1 ? edge() : at) + by + open.length) % open.length];
    if (next) onOpen(next.comment.id);
  };
  const write: PageShortcut = {
    key: commentKey,
    does: commentTexts.keys.comment,
    act: () => onWrite(words && (readSelection(article.current, words) ?? readFocusedHeading(article.current, words))),
  };
  const steps: PageShortcut[] = [
    { key: '.', does: commentTexts.keys.next, act: () => step(1) },
    { key: ',', does: commentTexts.keys.previous, act: () => step(-1) },
  ];
  usePageShortcuts([...(words ? [write] : []), ...(open.length > 0 ? steps : [])]);
}

/** Returns the heading that a jump between sections has focused, for those who select nothing with a pointer. */
function readFocusedHeading(article: HTMLElement | null, words: DocumentWords): Selected | null {
  const { activeElement } = document;
  if (!activeElement || !article?.contains(activeElement) || !/^H[1-6]$/.test(activeElement.tagName)) return null;
  const range = document.createRange();
  range.selectNodeContents(activeElement);
  const passage = words.select(range);
  return passage && { passage, range };
}
