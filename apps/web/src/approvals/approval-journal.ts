/** An approval that is held back, as it is sent later. */
export interface Approval {
  /** The id is the idempotency key, too, so that sending the approval twice records it once. */
  id: string;
  /** The person who approved, and the workspace. */
  owner: string;
  engagementId: string;
  filename: string;
  title: string;
  version: number;
  lastReviewedAt: string | null;
  /** The time at which it is sent, in milliseconds since 1970. */
  dueAtMs: number;
}

const prefix = 'approval ';

/** Writes an approval down, so that a tab that dies before it is sent loses nothing (REV-21). */
export function writeApproval(approval: Approval): void {
  try {
    localStorage.setItem(`${prefix}${approval.id}`, JSON.stringify(approval));
  } catch (error) {
    // This tab sends the approval even when the storage is full.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}

/** Removes an approval that is recorded, refused or taken back. */
export const eraseApproval = (id: string): void => localStorage.removeItem(`${prefix}${id}`);

/** Returns whether this browser holds approvals that the service has not confirmed. */
export const hasApprovals = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(prefix));

/** Lists this person's approvals in this browser that the service has not confirmed. */
export function listApprovals(owner: string): Approval[] {
  return Object.entries(localStorage)
    .filter(([key]) => key.startsWith(prefix))
    .map(([, text]) => JSON.parse(String(text)) as Approval)
    .filter((approval) => approval.owner === owner);
}
