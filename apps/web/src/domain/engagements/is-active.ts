import type { EngagementStatus } from '@ecp/contract/work/engagements';

/**
 * Whether a run is in progress. Meanwhile nothing can be edited, planned, started or deleted (ENG-21, ENG-24, RUN-4).
 */
export const isActive = (status: EngagementStatus): boolean => status === 'running' || status === 'paused';
