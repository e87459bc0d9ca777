import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { layOver, type Slides, tellSlides } from './edit-slides.ts';
import {
  type DeckPlace,
  type Storyline,
  storylineKey,
  storylineQuery,
} from './storyline-queries.ts';

export interface EditedSlides {
  /** The slides as the person sees them, saved or not. */
  deck: Slides;
  change: (next: Slides) => void;
  /** Takes the last change back; undefined if there is none. */
  undo: (() => void) | undefined;
  state: 'saved' | 'saving' | 'failed' | 'conflict';
  error: unknown;
  retry: () => void;
  /** After a conflict: lays the person's slides over those of somebody else. */
  keepMine: () => void;
  /** After a conflict: shows the slides of somebody else. The person's come back by `undo`. */
  takeTheirs: () => void;
  /** Forgets what could be taken back, as the slides are written anew. */
  forget: () => void;
}

/**
 * Slides that a person changes one by one, each saved at once with the revision that it was made
 * on.
 */
export function useSlides(place: DeckPlace, storyline: Storyline): EditedSlides {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Slides | null>(null);
  const [past, setPast] = useState<readonly Slides[]>([]);
  // What was saved last, until the query tells it.
  const [answer, setAnswer] = useState<Storyline | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is read anew is newer than the answer.
  useEffect(() => setAnswer(null), [storyline]);
  const stored = answer ?? storyline;
  const deck = draft ?? stored;
  const { queryKey } = storylineQuery(place, 'team');
  const save = useMutation({
    meta: { showsError: true },
    async mutationFn({ slides, known }: { slides: Slides; known: Storyline }) {
      await queryClient.cancelQueries({ queryKey });
      const { engagementId: id, filename = null } = place;
      return api.updateStoryline({
        id,
        filename,
        revision: known.revision,
        slides: tellSlides(slides, known),
      });
    },
    onSuccess(saved, { slides }) {
      setAnswer(saved);
      setDraft((now) => (now === slides ? null : now));
      queryClient.setQueryData(queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: storylineQuery(place, 'client').queryKey });
    },
    // The page tells of a conflict once it has read the slides of the other person.
    onError: () => queryClient.invalidateQueries({ queryKey: storylineKey(place.engagementId) }),
  });
  const { isPending, isError, mutate, reset, error } = save;
  useEffect(() => {
    if (draft && !isPending && !isError) mutate({ slides: draft, known: stored });
  }, [draft, isPending, isError, mutate, stored]);
  const isConflict =
    isApiError(error, 'not_latest_version') || isApiError(error, 'storyline_writing');
  const show = (next: Slides | null) => {
    setDraft(next);
    reset();
  };
  const last = past.at(-1);
  return {
    deck,
    change(next) {
      if (next === deck) return;
      setPast([...past, deck]);
      setDraft(next);
      if (isError && !isConflict) reset();
    },
    undo:
      last &&
      (() => {
        setPast(past.slice(0, -1));
        show(layOver(last, stored));
      }),
    state: isError ? (isConflict ? 'conflict' : 'failed') : draft ? 'saving' : 'saved',
    error,
    retry: reset,
    keepMine: () => show(draft && layOver(draft, stored)),
    takeTheirs() {
      if (draft) setPast([...past, draft]);
      show(null);
    },
    forget() {
      setPast([]);
      show(null);
    },
  };
}
