import type { EngagementStatus } from '@ecp/contract/engagements';

/** Whether a run is under way: then nothing is edited, planned, started or deleted (contract, 4). */
export const isActive = (status: EngagementStatus): boolean => status === 'running' || status === 'paused';
