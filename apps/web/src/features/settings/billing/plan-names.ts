import type { Plan } from '@ecp/contract/auth';
import { planLimits } from '@ecp/contract/plan-limits';

/** The plans, smallest first. */
export const planNames = Object.keys(planLimits) as Plan[];
