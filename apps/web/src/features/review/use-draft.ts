import type { ReviewAction } from '@ecp/contract/deliverables';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { draftKey, forgetDraft, keepDraft, type ReviewDraft, readDraft } from './review-drafts.ts';

const emptyPoints = [''] as const;

/** The points that this person has typed for a file and not sent yet. */
export function useDraft(engagementId: string, filename: string) {
  const { user } = useSession();
  const key = draftKey(user.id, engagementId, filename);
  const [draft, setDraft] = useState<ReviewDraft | null>(() => readDraft(key));
  const write = (next: ReviewDraft) => {
    setDraft(next);
    keepDraft(key, next);
  };
  return {
    action: draft?.action ?? null,
    points: draft?.points ?? emptyPoints,
    hasWords: draft?.points.some((point) => point.trim() !== '') ?? false,
    setPoints: (action: ReviewAction, points: readonly string[]) => write({ action, points }),
    clear() {
      setDraft(null);
      forgetDraft(key);
    },
  };
}
