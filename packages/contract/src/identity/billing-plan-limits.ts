import type { BillingPlan } from './auth.ts';

/** The limits of a plan. Null means unlimited. */
export interface BillingPlanLimits {
  engagementsPerMonth: number | null;
  /** The largest size of one attachment. */
  fileSizeBytes: number;
  /** The largest total size of a tenant's attachments. */
  storageSizeBytes: number;
  /** The largest total size of all other records of a tenant. */
  recordSizeBytes: number;
}

/** 1 MB. */
export const megabyteBytes = 1_048_576;

const storageOf = (megabytes: number) => ({
  storageSizeBytes: megabytes * megabyteBytes,
  // Twice the attachments, because the texts read from them are records.
  recordSizeBytes: 2 * megabytes * megabyteBytes,
});

export const billingPlanLimits: Record<BillingPlan, BillingPlanLimits> = {
  starter: { engagementsPerMonth: 5, fileSizeBytes: 10 * megabyteBytes, ...storageOf(100) },
  professional: {
    engagementsPerMonth: 25,
    fileSizeBytes: 50 * megabyteBytes,
    ...storageOf(500),
  },
  enterprise: {
    engagementsPerMonth: null,
    fileSizeBytes: 100 * megabyteBytes,
    ...storageOf(2_048),
  },
};

/** Formats a limit as billing plans do: `10 MB`, `2 GB`. */
export function formatMegabytes(sizeBytes: number): string {
  const megabytes = Math.round(sizeBytes / megabyteBytes);
  return megabytes >= 1_024 ? `${Math.round(megabytes / 1_024)} GB` : `${megabytes} MB`;
}
