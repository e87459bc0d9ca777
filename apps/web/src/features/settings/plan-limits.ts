import type { Plan } from '@ecp/contract/auth';
import type { PlanLimits } from '@ecp/contract/plan-limits';

const megabyteBytes = 1_048_576;

/** What each plan allows (specification, Limits), smallest first; null is unlimited. A test compares it with the service's. */
export const planLimits: Record<Plan, PlanLimits> = {
  starter: { engagementsPerMonth: 5, fileSizeBytes: 10 * megabyteBytes, storageSizeBytes: 100 * megabyteBytes },
  professional: { engagementsPerMonth: 25, fileSizeBytes: 50 * megabyteBytes, storageSizeBytes: 500 * megabyteBytes },
  enterprise: { engagementsPerMonth: null, fileSizeBytes: 100 * megabyteBytes, storageSizeBytes: 2048 * megabyteBytes },
};

export const planNames = Object.keys(planLimits) as Plan[];
