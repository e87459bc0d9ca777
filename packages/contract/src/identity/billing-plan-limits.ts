import type { BillingPlan } from './auth.ts';

/** The limits of a plan (LIM-2, LIM-4, LIM-5). Null means unlimited (LIM-1). */
export interface BillingPlanLimits {
  engagementsPerMonth: number | null;
  /** The largest size of one attachment. */
  fileSizeBytes: number;
  /** The largest total size of a tenant's attachments. */
  storageSizeBytes: number;
}

/** 1 MB (LIM-6). */
export const megabyteBytes = 1_048_576;

export const billingPlanLimits: Record<BillingPlan, BillingPlanLimits> = {
  starter: { engagementsPerMonth: 5, fileSizeBytes: 10 * megabyteBytes, storageSizeBytes: 100 * megabyteBytes },
  professional: {
    engagementsPerMonth: 25,
    fileSizeBytes: 50 * megabyteBytes,
    storageSizeBytes: 500 * megabyteBytes,
  },
  enterprise: {
    engagementsPerMonth: null,
    fileSizeBytes: 100 * megabyteBytes,
    storageSizeBytes: 2048 * megabyteBytes,
  },
};
