import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import { billingPlanLimits, formatMegabytes } from '@ecp/contract/identity/billing-plan-limits';
import type { Database } from '@ecp/database/database';
import type { RecordQuota } from '../../kernel/limits/record-quota.ts';
import { selectRecordBytes } from './select-record-bytes.ts';

/** A request up to this size uses a measurement that is at most `freshMs` old. A larger request takes a new one. */
const smallBytes = 65_536;
const freshMs = 60_000;
/** Tenants whose measurements are kept; the oldest goes first. */
const maxTenants = 10_000;

/** The bytes that a tenant stored when it was measured, plus those that this process has admitted since. */
interface Measurement {
  takenMs: number;
  usedBytes: number;
  limitBytes: number;
}

/**
 * Creates the quota of records. Measuring reads the sizes of all rows of a tenant, so small requests share one
 * measurement; at 600 requests a minute a tenant passes its limit by 40 MB at most. A counter would be exact, but all
 * changes of a tenant would wait for its row.
 */
export function createRecordQuota(database: Database, now: () => number = () => performance.now()): RecordQuota {
  const measurements = new Map<string, Measurement>();
  const running = new Map<string, Promise<Measurement>>();

  const measure = (tenantId: string): Promise<Measurement> => {
    const shared = running.get(tenantId);
    if (shared) return shared;
    const taken = takeMeasurement(database, tenantId, now()).finally(() => running.delete(tenantId));
    running.set(tenantId, taken);
    return taken;
  };
  const keep = (tenantId: string, measurement: Measurement): Measurement => {
    measurements.delete(tenantId);
    measurements.set(tenantId, measurement);
    const [oldest] = measurements.keys();
    if (oldest !== undefined && measurements.size > maxTenants) measurements.delete(oldest);
    return measurement;
  };
  const hasRoom = ({ usedBytes, limitBytes }: Measurement, addedBytes: number) =>
    usedBytes + (Number.isFinite(addedBytes) ? addedBytes : 0) <= limitBytes;

  return {
    async requireRoom(tenantId, addedBytes) {
      const known = measurements.get(tenantId);
      const usable = known && addedBytes <= smallBytes && now() - known.takenMs < freshMs && hasRoom(known, addedBytes);
      const measurement = usable ? known : keep(tenantId, await measure(tenantId));
      if (!hasRoom(measurement, addedBytes)) {
        throw new ApiError('storage_limit_exceeded', { values: { limit: formatMegabytes(measurement.limitBytes) } });
      }
      if (Number.isFinite(addedBytes)) measurement.usedBytes += addedBytes;
    },
  };
}

async function takeMeasurement(database: Database, tenantId: string, takenMs: number): Promise<Measurement> {
  const [[stored], [tenant]] = await database.batchTenant<[{ used: number }, { plan: BillingPlan }]>(tenantId, [
    selectRecordBytes(tenantId),
    { name: 'read_plan', text: 'select plan from platform.tenants where id = $1', values: [tenantId] },
  ]);
  // A tenant that was erased meanwhile has room for nothing.
  const limitBytes = tenant ? billingPlanLimits[tenant.plan].recordSizeBytes : 0;
  return { takenMs, usedBytes: stored?.used ?? 0, limitBytes };
}
