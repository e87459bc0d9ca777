import { ApiError } from '@ecp/sdk/api-error';
import { createIdempotencyKey } from '@ecp/sdk/build-request';
import { useCallback, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { type FileProps, refreshDeliverables } from '../api/document-queries.ts';
import { explainError } from '../api/explain-error.ts';
import { heldCalls, undoMs } from '../session/held-calls.ts';
import { onSessionOwnerChange, queryClient } from '../session/session.ts';
import { holdUndoToast, showDoneToast, showRefusalToast } from '../ui/toasts/tell.ts';
import { type Approval, eraseApproval, writeApproval } from './approval-journal.ts';
import { approvalTexts } from './texts.ts';

const keyOf = ({ engagementId, filename }: FileProps) => `approval ${engagementId} ${filename}`;

/** Takes an approval back. `opens` also opens its document again. */
type TakeBack = (opens: boolean) => void;

/** The approvals that can be taken back, the newest last. */
const waiting = new Map<string, TakeBack>();

// An approval of one person is never sent by the next one. The journal keeps it until the first one returns.
onSessionOwnerChange(() => {
  heldCalls.clear();
  waiting.clear();
});

/**
 * Approves a document in `undoMs`, or at once when its reader leaves (REV-20, REV-21). Until then nothing has happened:
 * undo forgets it and opens the document again.
 */
export function holdApproval(approval: Omit<Approval, 'id' | 'dueAtMs'>, open: OpenDocument): void {
  const key = keyOf(approval);
  if (isApprovalHeld(approval)) return;
  const written = { ...approval, id: createIdempotencyKey(), dueAtMs: Date.now() + undoMs };
  writeApproval(written);
  const takeBack: TakeBack = (opens) => {
    if (!heldCalls.undo(key)) return;
    eraseApproval(written.id);
    settle();
    if (opens) open(approval);
  };
  const { approved, when, undo } = approvalTexts;
  const close = holdUndoToast(approved(approval.title), when, undo, () => takeBack(true));
  const settle = () => {
    close();
    waiting.delete(key);
  };
  waiting.delete(key);
  waiting.set(key, takeBack);
  heldCalls.hold(key, () => {
    settle();
    return sendApproval(written, open);
  });
}

/** Takes back the newest approval that waits. */
export const undoLastApproval = (): void => [...waiting.values()].at(-1)?.(true);

/** Takes back the approval of a document, if it waits. The page stays where it is. */
export const undoApproval = (file: FileProps): void => waiting.get(keyOf(file))?.(false);

/** Whether the approval of a document waits or is on its way. */
export const isApprovalHeld = (file: FileProps): boolean => heldCalls.stateOf(keyOf(file)) !== null;

/** Whether the approval of a document waits, is on its way, or neither. */
export function useHeldApproval({ engagementId, filename }: FileProps) {
  const read = useCallback(() => heldCalls.stateOf(keyOf({ engagementId, filename })), [engagementId, filename]);
  return useSyncExternalStore(heldCalls.subscribe, read);
}

/** Whether any approval can be taken back. */
export const useHasHeldApproval = (): boolean => useSyncExternalStore(heldCalls.subscribe, () => waiting.size > 0);

/** Names the documents whose approvals are held, for lists; a text, so that it is the same while they are. */
export const useHeldFiles = (): string => useSyncExternalStore(heldCalls.subscribe, () => heldCalls.ids().join('\n'));

/** Whether a document is among those of `useHeldFiles`. */
export const isAmongHeld = (held: string, file: FileProps): boolean => held.split('\n').includes(keyOf(file));

/** Opens a document. */
export type OpenDocument = (file: { engagementId: string; filename: string }) => void;

const texts = approvalTexts;

/**
 * Sends an approval, also while its page is being left. What the service refuses, because the version or its review has
 * changed meanwhile, is told with a way to the document. What does not reach the service stays in the journal.
 */
export async function sendApproval(approval: Approval, open: OpenDocument): Promise<void> {
  const { id, engagementId, filename, version, lastReviewedAt } = approval;
  const review = { action: 'approve', notes: null, version, lastReviewedAt } as const;
  try {
    const input = { id: engagementId, filename, ...review };
    const { openCitations } = await api.reviewDeliverable(input, { keepalive: true, idempotencyKey: id });
    eraseApproval(id);
    if (openCitations > 0) showDoneToast(texts.withOpenCitations(approval.title, openCitations));
  } catch (error) {
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
    if (isFinal) eraseApproval(id);
    const reason = isFinal ? adviceFor(error) : texts.later;
    showRefusalToast(texts.refused(approval.title), reason, texts.open, () => open(approval));
  }
  await refreshDeliverables(queryClient, engagementId);
}

function adviceFor(error: ApiError): string {
  if (error.code === 'not_latest_version') return texts.newerVersion;
  if (error.code === 'reviewed_meanwhile') return texts.reviewedMeanwhile;
  if (error.code === 'citations_open') return texts.citationsOpen;
  return explainError(error).title;
}
