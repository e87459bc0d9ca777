import type { Services } from '../../../kernel/services.ts';
import type { EngagementRow } from '../../engagements/engagement-rows.ts';

/** The engagement of a check, and its process. */
export interface CheckContext {
  services: Services;
  tenantId: string;
  engagement: EngagementRow;
  /** The person who made the schedule; null if that person has left. */
  madeBy: string | null;
  signal: AbortSignal;
}
