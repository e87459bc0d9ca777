import { selectSlotIsHeld } from '@ecp/database/executor-slot';
import type { Services } from '../../../kernel/services.ts';
import type { CallRow } from './call-rows.ts';

/** Longer than a search or a page can take with all its waits. */
const longestMs = 240_000;

/** Writes the process that claims into the row. */
export const claimantOf = ({ research }: Pick<Services, 'research'>): string =>
  `${research.claimant.executorId}/${research.claimant.instanceId}`;

/**
 * Tells whether the process that claimed a search or a read will never end it: the claim is older than all time limits,
 * another process has the executor id, or nobody holds that id.
 */
export async function isClaimantDead(
  services: Pick<Services, 'research' | 'database'>,
  { id, claimed_by: claimedBy, created_at: createdAt }: CallRow,
): Promise<boolean> {
  const { claimant, underway } = services.research;
  if (underway.has(id)) return false;
  if (Date.now() - createdAt.getTime() > longestMs) return true;
  const [executorId = '', instanceId] = (claimedBy ?? '').split('/');
  if (executorId === claimant.executorId) return instanceId !== claimant.instanceId;
  const slot = selectSlotIsHeld('platform', executorId);
  if (!slot) return false;
  const [[row]] = await services.database.batchSystem([slot]);
  return row?.held === false;
}
