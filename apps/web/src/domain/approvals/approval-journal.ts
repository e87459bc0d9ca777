/** An approval that is held back, as it is sent later. */
export interface Approval {
  /** Also the idempotency key, so that sending it twice records it once. */
  id: string;
  /** The person who approved, and the workspace. */
  owner: string;
  engagementId: string;
  filename: string;
  title: string;
  version: number;
  lastReviewedAt: string | null;
  /** When it is due to be sent, in milliseconds since 1970. */
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

/** Whether this browser has approvals that nobody has seen recorded. */
export const hasApprovals = (): boolean => Object.keys(localStorage).some((key) => key.startsWith(prefix));

/** Lists the approvals that this person has not seen recorded, in this browser. */
export function listApprovals(owner: string): Approval[] {
  return Object.entries(localStorage)
    .filter(([key]) => key.startsWith(prefix))
    .map(([, text]) => JSON.parse(String(text)) as Approval)
    .filter((approval) => approval.owner === owner);
}
