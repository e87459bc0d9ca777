import type { Plan } from './auth.ts';

/** What a plan allows (specification, Limits); null is unlimited (contract, 6). */
export interface PlanLimits {
  engagementsPerMonth: number | null;
}

export const planLimits: Record<Plan, PlanLimits> = {
  starter: { engagementsPerMonth: 5 },
  professional: { engagementsPerMonth: 25 },
  enterprise: { engagementsPerMonth: null },
};
