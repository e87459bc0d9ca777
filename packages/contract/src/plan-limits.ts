import type { Plan } from './auth.ts';

/** What a plan allows (LIM-2, LIM-4, LIM-5); null is unlimited (LIM-1). */
export interface PlanLimits {
  engagementsPerMonth: number | null;
  /** Of one attachment. */
  fileSizeBytes: number;
  /** Of all attachments of a tenant together. */
  storageSizeBytes: number;
}

/** 1 MB (LIM-6). */
export const megabyteBytes = 1_048_576;

export const planLimits: Record<Plan, PlanLimits> = {
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
