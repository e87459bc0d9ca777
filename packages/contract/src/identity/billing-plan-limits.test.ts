import { expect, test } from 'vitest';
import { billingPlanLimits } from './billing-plan-limits.ts';

// LIM-1, LIM-2, LIM-4, LIM-5, LIM-6
test('what each plan allows', () => {
  const mb = 1024 * 1024;
  expect(billingPlanLimits).toEqual({
    starter: {
      engagementsPerMonth: 5,
      fileSizeBytes: 10 * mb,
      storageSizeBytes: 100 * mb,
      recordSizeBytes: 200 * mb,
    },
    professional: {
      engagementsPerMonth: 25,
      fileSizeBytes: 50 * mb,
      storageSizeBytes: 500 * mb,
      recordSizeBytes: 1_000 * mb,
    },
    enterprise: {
      engagementsPerMonth: null,
      fileSizeBytes: 100 * mb,
      storageSizeBytes: 2 * 1024 * mb,
      recordSizeBytes: 4 * 1024 * mb,
    },
  });
});
