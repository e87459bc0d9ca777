import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type Comment,
  type Deliverable,
  documentCommentsQuery,
} from '../../../base/api/document-queries.ts';
import { usePersistedState } from '../../../base/session/persisted-state.ts';
import { stickyPx } from '../../../base/ui/layout/sticky-bar.ts';
import type { SelectedPassage } from '../../../shared/comments/document-words.ts';
import type { PlacedComment } from '../../../shared/comments/placed-comments.ts';

/** The comment that is being written: about a passage of a version, or about the whole document. */
interface Composing {
  passage: SelectedPassage | null;
  version: number;
}

const readComposing = (text: string) => JSON.parse(text) as Composing | null;
const none: readonly PlacedComment<Comment>[] = [];

/**
 * The comments in use, shared by the text, its margin and the panel. The composer survives a
 * reload.
 */
export function useCommenting({
  engagementId,
  filename,
}: {
  engagementId: string;
  filename: string;
}) {
  const [active, setActive] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [placed, setPlaced] = useState(none);
  const name = `commenting ${engagementId} ${filename}`;
  const { value: composing, change } = usePersistedState<Composing | null>(
    name,
    readComposing,
    () => null,
  );
  return {
    /** The thread that shows everything. */
    active,
    activate: setActive,
    /** The thread that takes the focus as soon as it is shown. */
    wanted,
    want(id: string) {
      setActive(id);
      setWanted(id);
    },
    settle: () => setWanted(null),
    composing,
    compose: change,
    /**
     * The comments whose passages the text shows, in its order. Empty until the text has been read.
     */
    placed,
    place: setPlaced,
  };
}

export type Commenting = ReturnType<typeof useCommenting>;

/** Returns whether the code of comments is needed. Most documents are read without. */
export function useAreCommentsWanted(
  { engagementId, filename }: Pick<Deliverable, 'engagementId' | 'filename'>,
  hasComments: boolean,
): boolean {
  const { data = [] } = useQuery({
    ...documentCommentsQuery(engagementId, filename),
    enabled: hasComments,
  });
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const use = () => setUsed(true);
    const select = () => getSelection()?.isCollapsed === false && use();
    document.addEventListener('selectionchange', select);
    document.addEventListener('keydown', use);
    return () => {
      document.removeEventListener('selectionchange', select);
      document.removeEventListener('keydown', use);
    };
  }, [isUsed]);
  return hasComments && (data.length > 0 || isUsed);
}

/** Scrolls a passage to the upper third of the window, unless it is in view. */
export function revealPassage(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (top > stickyPx('top') + 24 && bottom < innerHeight - stickyPx('bottom') - 24) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: scrollY + top - innerHeight / 3, behavior: calm ? 'auto' : 'smooth' });
}
