import { listApprovals } from './approval-journal.ts';
import { type OpenDocument, sendApproval } from './held-approvals.ts';

/** The time after which the tab that holds an approval must have died: a living one sends it when it is due. */
const graceMs = 5_000;

/**
 * Sends the approvals of tabs that died before they could (REV-21). The service refuses those whose version or review
 * has changed since. Another tab may do the same: the key of an approval records it once.
 */
export function resumeApprovals(owner: string, open: OpenDocument): void {
  for (const { id, dueAtMs } of listApprovals(owner)) {
    const waitMs = Math.max(0, dueAtMs + graceMs - Date.now());
    setTimeout(() => {
      const left = listApprovals(owner).find((approval) => approval.id === id);
      if (left) void sendApproval(left, open);
    }, waitMs);
  }
}
