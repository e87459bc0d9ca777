import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { isActive } from '../../base/api/engagement-queries.ts';
import type { TaskProjection } from '../../shared/live/run-projection.ts';

/** The appearance of a task: its state, combined with a pause or the end of the run. */
export type TaskAppearance =
  | 'waiting'
  | 'asking'
  | 'working'
  | 'paused'
  | 'done'
  | 'failed'
  | 'skipped'
  | 'stopped';

/**
 * Derives the appearance of a task from its state and the engagement's status. `isAsking`: it waits
 * for an answer.
 */
export function appearanceOf(
  { state }: TaskProjection,
  status: EngagementStatus,
  isAsking = false,
): TaskAppearance {
  if (state === 'completed') return 'done';
  if (state === 'failed' || state === 'skipped') return state;
  if (!isActive(status)) return 'stopped';
  if (state === 'waiting') return 'waiting';
  if (isAsking) return 'asking';
  return status === 'paused' ? 'paused' : 'working';
}
