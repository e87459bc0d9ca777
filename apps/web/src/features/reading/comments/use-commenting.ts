import { useState } from 'react';
import type { Comment } from '../../../domain/comments/queries.ts';
import type { SelectedPassage } from '../../../domain/passage-comments/document-words.ts';
import type { PlacedComment } from '../../../domain/passage-comments/place-comments.ts';
import { usePersistedState } from '../../../forms/use-persisted-state.ts';

/** The comment that is being written: about a passage of a version, or about the whole document. */
export interface Composing {
  passage: SelectedPassage | null;
  version: number;
}

const read = (text: string) => JSON.parse(text) as Composing | null;
const none: readonly PlacedComment<Comment>[] = [];

/** The comments in use, shared by the text, its margin and the panel. The composer survives a reload. */
export function useCommenting({ engagementId, filename }: { engagementId: string; filename: string }) {
  const [active, setActive] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [placed, setPlaced] = useState(none);
  const name = `commenting ${engagementId} ${filename}`;
  const { value: composing, change } = usePersistedState<Composing | null>(name, read, () => null);
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
    /** The comments whose passages the text shows, in its order. Empty until the text has been read. */
    placed,
    place: setPlaced,
  };
}

export type Commenting = ReturnType<typeof useCommenting>;
