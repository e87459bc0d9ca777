import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import {
  type Comment,
  type Deliverable,
  documentCommentsQuery,
} from '../../../base/api/document-queries.ts';
import { useSession } from '../../../base/session/session.ts';
import { type PageShortcut, usePageShortcuts } from '../../../base/ui/keys.tsx';
import { stickyPx } from '../../../base/ui/layout/sticky-bar.ts';
import type { DocumentWords } from '../../../shared/comments/document-words.ts';
import {
  commentAt,
  type PlacedComment,
  placeComments,
  useDocumentWords,
} from '../../../shared/comments/placed-comments.ts';
import {
  readSelection,
  type Selected,
  SelectionButton,
  useSelectedPassage,
} from '../../../shared/comments/selection.tsx';
import { commentTexts } from '../../../shared/comments/texts.ts';
import type { ReadingState } from '../use-reading.ts';
import { type Commenting, revealPassage } from './commenting.ts';
import {
  firstIndex,
  MarginColumn,
  type MarginEntry,
  nearWindow,
  useHighlights,
} from './margin-column.tsx';
import { CommentComposer, TeamThread } from './team-thread.tsx';

interface CommentLayerProps {
  deliverable: Deliverable;
  reading: ReadingState;
  commenting: Commenting;
  /** Whether there is room for a margin beside the text. */
  hasMargin: boolean;
  onOpenList: () => void;
}

const none: readonly Comment[] = [];

/**
 * Comments on the text of a version: their marks, the margin, the button at a selection, the keys,
 * the addresses.
 */
export function CommentLayer({
  deliverable,
  reading,
  commenting,
  hasMargin,
  onOpenList,
}: CommentLayerProps) {
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
        ? words.rangesOf({ ...composing.passage, passage: null, version }, version)
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
  const openOnes = useMemo(
    () => placed.filter(({ comment }) => comment.status === 'open'),
    [placed],
  );
  useCommentHighlights({
    article,
    open: openOnes,
    onOpen: open,
    onLeave: () => activate(null),
    active: useActiveRanges(placed, active, composed),
  });
  useCommentKeys({
    article,
    words: mayWrite ? words : null,
    open: openOnes,
    active,
    onOpen: open,
    onWrite: write,
  });
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

/** Opens the comment that the address names, as links of the queue and the search do. */
function useCommentOfAddress(isReady: boolean, onOpen: (id: string) => void): void {
  const hash = useLocation({ select: (location) => location.hash });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is followed once, when the text is there.
  useEffect(() => {
    const [, id] = /^comment-(.+)$/.exec(hash) ?? [];
    if (isReady && id !== undefined) onOpen(id);
  }, [hash, isReady]);
}

interface CommentMarginProps {
  deliverable: Deliverable;
  article: RefObject<HTMLElement | null>;
  isLatest: boolean;
  commenting: Commenting;
  composed: readonly Range[];
  letters: number;
}

interface Entry extends MarginEntry {
  comment: Comment | null;
}

const composerKey = 'composer';
const estimatedPx = { thread: 110, line: 24, composer: 150 };
/**
 * Beyond one comment in this many letters, most comments are one line each, so that a page has room
 * for them.
 */
const lettersPerThread = 250;
/** So few have room beside a text of any length. */
const few = 20;

/** The open comments beside their passages, with the composer at its own. */
function CommentMargin(props: CommentMarginProps) {
  const { deliverable, article, isLatest, commenting, composed, letters } = props;
  const { placed, active, composing } = commenting;
  // A resolved thread is shown while it is active. The list stays the same while open ones become
  // active.
  const resolved = placed.find(
    ({ comment: { id, status } }) => id === active && status === 'resolved',
  )?.comment.id;
  const shown = useMemo(
    () => placed.filter(({ comment: { id, status } }) => status === 'open' || id === resolved),
    [placed, resolved],
  );
  const isDense = shown.length > few && shown.length * lettersPerThread > letters;
  const entries = useMemo(() => {
    const threads = shown.map(
      ({ comment, ranges }): Entry => ({
        key: comment.id,
        comment,
        ranges,
        estimatedPx: isDense ? estimatedPx.line : estimatedPx.thread,
      }),
    );
    const [first, ...others] = composed;
    if (!first) return threads;
    const behind = threads.findIndex(
      ({ ranges: [range] }) => range.compareBoundaryPoints(Range.START_TO_START, first) > 0,
    );
    const composer: Entry = {
      key: composerKey,
      comment: null,
      ranges: [first, ...others],
      estimatedPx: estimatedPx.composer,
    };
    return threads.toSpliced(behind === -1 ? threads.length : behind, 0, composer);
  }, [shown, isDense, composed]);
  return (
    <MarginColumn
      label={commentTexts.title}
      article={article}
      entries={entries}
      active={composing?.passage ? composerKey : active}
      gapPx={isDense ? 2 : 8}
      render={({ comment }) =>
        comment ? (
          <TeamThread
            deliverable={deliverable}
            isLatest={isLatest}
            comment={comment}
            commenting={commenting}
            isDense={isDense}
          />
        ) : (
          <CommentComposer deliverable={deliverable} commenting={commenting} />
        )
      }
      className="w-64 shrink-0 print:hidden"
    />
  );
}

interface CommentHighlights {
  article: RefObject<HTMLElement | null>;
  open: readonly PlacedComment<Comment>[];
  /** The place of the active comment, or of the one that is being written. */
  active: readonly Range[];
  onOpen: (id: string) => void;
  onLeave: () => void;
}

/**
 * Marks the passages of open comments. A click on one opens its thread, and a click beside them
 * closes it.
 */
function useCommentHighlights({ article, open, active, onOpen, onLeave }: CommentHighlights): void {
  useHighlights(open, active);
  const latest = useRef({ open, onOpen, onLeave });
  useEffect(() => {
    latest.current = { open, onOpen, onLeave };
  });
  useEffect(() => {
    const text = article.current;
    const press = (event: MouseEvent) => {
      const isControl =
        event.target instanceof Element && event.target.closest('a, button, summary') !== null;
      if (isControl || getSelection()?.isCollapsed === false) return;
      const found = commentAt(nearWindow(latest.current.open), event);
      if (found) latest.current.onOpen(found.comment.id);
      else latest.current.onLeave();
    };
    text?.addEventListener('click', press);
    return () => text?.removeEventListener('click', press);
  }, [article]);
}

/** Returns the place of the comment that is being written, else of the active one. */
function useActiveRanges(
  placed: readonly PlacedComment<Comment>[],
  active: string | null,
  composed: readonly Range[],
): readonly Range[] {
  return useMemo(() => {
    const chosen = placed.find(({ comment }) => comment.id === active);
    return composed.length > 0 ? composed : (chosen?.ranges ?? []);
  }, [placed, active, composed]);
}

/** `c` makes an engagement. */
const commentKey = 'm';

interface CommentKeys {
  article: RefObject<HTMLElement | null>;
  /** Null for those who may not comment, and until the text has been read. */
  words: DocumentWords | null;
  open: readonly PlacedComment<Comment>[];
  active: string | null;
  onOpen: (id: string) => void;
  onWrite: (selected: Selected | null) => void;
}

/**
 * `m` comments on the selection, the focused heading or the whole document; `.` and `,` step
 * through open comments.
 */
function useCommentKeys({ article, words, open, active, onOpen, onWrite }: CommentKeys): void {
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
    act: () =>
      onWrite(
        words &&
          (readSelection(article.current, words) ?? readFocusedHeading(article.current, words)),
      ),
  };
  const steps: PageShortcut[] = [
    { key: '.', does: commentTexts.keys.next, act: () => step(1) },
    { key: ',', does: commentTexts.keys.previous, act: () => step(-1) },
  ];
  usePageShortcuts([...(words ? [write] : []), ...(open.length > 0 ? steps : [])]);
}

/**
 * Returns the heading that a jump between sections has focused, for those who select nothing with a
 * pointer.
 */
function readFocusedHeading(article: HTMLElement | null, words: DocumentWords): Selected | null {
  const { activeElement } = document;
  if (
    !activeElement ||
    !article?.contains(activeElement) ||
    !/^H[1-6]$/.test(activeElement.tagName)
  )
    return null;
  const range = document.createRange();
  range.selectNodeContents(activeElement);
  const passage = words.select(range);
  return passage && { passage, range };
}
