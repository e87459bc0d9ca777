import { isExecutorDead } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import type { CallRow } from './call-rows.ts';

/** Longer than a search or a page can take with all its waits. */
const longestMs = 240_000;

/**
 * Tells whether the process that claimed a search or a read will never end it: the claim is older than all time limits,
 * or another process has taken over the claimant's work (LEA-2).
 */
export async function isClaimantDead(
  services: Pick<Services, 'research' | 'database'>,
  { id, claimed_by: claimedBy, created_at: createdAt }: CallRow,
): Promise<boolean> {
  const { claimant, underway } = services.research;
  if (underway.has(id)) return false;
  if (Date.now() - createdAt.getTime() > longestMs) return true;
  if (claimedBy === null || claimedBy === claimant) return false;
  // The release before wrote a second id behind the executor's.
  const [executorId = ''] = claimedBy.split('/');
  return isExecutorDead(services.database, executorId);
}
