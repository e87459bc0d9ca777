import { ApiError } from '@ecp/contract/errors';
import { type ConcurrencyLimit, limitConcurrency } from '../../../kernel/limits/limit-concurrency.ts';

/** Runs a tenant's work, at most so much of it at once; the rest waits in the order in which it came. */
export type TenantLimit = <Result>(tenantId: string, work: () => Promise<Result>) => Promise<Result>;

const retryAfterSeconds = 10;

/**
 * Makes a limit, in this process, of `max` pieces of work of one tenant at once and `maxWaiting` that wait. Error:
 * `rate_limited` beyond that: what one tenant does may not fill the memory or the queues of all.
 */
export function limitPerTenant(max: number, maxWaiting: number): TenantLimit {
  const tenants = new Map<string, { limit: ConcurrencyLimit; present: number }>();
  return async (tenantId, work) => {
    const tenant = tenants.get(tenantId) ?? { limit: limitConcurrency(max, maxWaiting), present: 0 };
    if (tenant.present >= max + maxWaiting) {
      const headers = { 'retry-after': String(retryAfterSeconds) };
      throw new ApiError('rate_limited', { values: { seconds: retryAfterSeconds }, headers });
    }
    tenants.set(tenantId, tenant);
    tenant.present += 1;
    try {
      return await tenant.limit(work);
    } finally {
      tenant.present -= 1;
      if (tenant.present === 0) tenants.delete(tenantId);
    }
  };
}
