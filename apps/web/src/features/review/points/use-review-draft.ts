import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { usePersistedState } from '../../../forms/use-persisted-state.ts';

/** Points that were typed and not sent. */
interface ReviewDraft {
  action: ReviewAction;
  points: readonly string[];
}

const emptyPoints = [''] as const;
const read = (text: string) => JSON.parse(text) as ReviewDraft | null;

/** Stores the unsent points of this user for a file. They survive reloads, conflicts and newer versions. */
export function useReviewDraft(engagementId: string, filename: string) {
  const name = `review-draft ${engagementId} ${filename}`;
  const { value: draft, change, forget } = usePersistedState<ReviewDraft | null>(name, read, () => null);
  return {
    action: draft?.action ?? null,
    points: draft?.points ?? emptyPoints,
    hasWords: draft?.points.some((point) => point.trim() !== '') ?? false,
    setPoints: (action: ReviewAction, points: readonly string[]) => change({ action, points }),
    clear() {
      change(null);
      forget();
    },
  };
}
