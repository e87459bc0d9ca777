import type { ReviewAction } from '@ecp/contract/deliverables';

/** Points that were typed and not sent. */
export interface ReviewDraft {
  action: ReviewAction;
  points: readonly string[];
}

/** Where a draft lies: one for each person and file. */
export const draftKey = (userId: string, engagementId: string, filename: string): string =>
  `review-draft ${userId} ${engagementId} ${filename}`;

/** Reads the draft of this tab; null when there is none. */
export function readDraft(key: string): ReviewDraft | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as ReviewDraft);
}

/** Keeps what is typed over reloads, conflicts and newer versions; a draft without words is forgotten. */
export function keepDraft(key: string, draft: ReviewDraft): void {
  if (draft.points.every((point) => point.trim() === '')) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(draft));
}

export const forgetDraft = (key: string): void => sessionStorage.removeItem(key);
