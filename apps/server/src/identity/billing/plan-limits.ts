import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan } from '@ecp/contract/identity/auth';
import {
  type BillingPlanLimits,
  billingPlanLimits,
  formatMegabytes,
} from '@ecp/contract/identity/billing-plan-limits';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import pg from 'pg';
import type { RecordQuota } from '../../kernel/limits/refusals.ts';

/**
 * A request up to this size uses a measurement that is at most `freshMs` old. A larger request
 * takes a new one.
 */
const smallBytes = 65_536;
const freshMs = 60_000;
/** Tenants whose measurements are kept; the oldest goes first. */
const maxTenants = 10_000;

/**
 * The bytes that a tenant stored when it was measured, plus those that this process has admitted
 * since.
 */
interface Measurement {
  takenMs: number;
  usedBytes: number;
  limitBytes: number;
}

/**
 * Creates the quota of records. Small requests share a measurement, as it reads all row sizes; at
 * 600 requests a minute a tenant passes its limit by 40 MB at most. A counter would make changes
 * wait for its row.
 */
export function createRecordQuota(
  database: Database,
  now: () => number = () => performance.now(),
): RecordQuota {
  const measurements = new Map<string, Measurement>();
  const running = new Map<string, Promise<Measurement>>();

  const measure = (tenantId: string): Promise<Measurement> => {
    const shared = running.get(tenantId);
    if (shared) return shared;
    const taken = takeMeasurement(database, tenantId, now()).finally(() =>
      running.delete(tenantId),
    );
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
      const usable =
        known &&
        addedBytes <= smallBytes &&
        now() - known.takenMs < freshMs &&
        hasRoom(known, addedBytes);
      const measurement = usable ? known : keep(tenantId, await measure(tenantId));
      if (!hasRoom(measurement, addedBytes)) {
        throw new ApiError('storage_limit_exceeded', {
          values: { limit: formatMegabytes(measurement.limitBytes) },
        });
      }
      if (Number.isFinite(addedBytes)) measurement.usedBytes += addedBytes;
    },
  };
}

async function takeMeasurement(
  database: Database,
  tenantId: string,
  takenMs: number,
): Promise<Measurement> {
  const [[stored], [tenant]] = await database.batchTenant<
    [{ used: number }, { plan: BillingPlan }]
  >(tenantId, [
    selectRecordBytes(tenantId),
    {
      name: 'read_plan',
      text: 'select plan from platform.tenants where id = $1',
      values: [tenantId],
    },
  ]);
  // A tenant that was erased meanwhile has room for nothing.
  const limitBytes = tenant ? billingPlanLimits[tenant.plan].recordSizeBytes : 0;
  return { takenMs, usedBytes: stored?.used ?? 0, limitBytes };
}

/**
 * Selects the bytes of all that a tenant stores beside the files of its attachments, as one row
 * `{used}`.
 */
export function selectRecordBytes(tenantId: string): Statement<{ used: number }> {
  return {
    name: 'select_record_bytes',
    text: 'select platform.measure_records($1) as used',
    values: [tenantId],
  };
}

/**
 * Selects the bytes of attachments, archived pages, a master of decks and reserved uploads but one,
 * as one row `{used}`.
 */
export function selectStorageUsed(
  tenantId: string,
  exceptReservation = '',
): Statement<{ used: number }> {
  return {
    name: 'select_storage_used',
    text: 'select platform.stored_bytes($1, $2) as used',
    values: [tenantId, exceptReservation],
  };
}

/** Reads the limits of the tenant's current plan. Throws if there is no such tenant. */
export async function readBillingPlanLimits(
  tx: Transaction,
  tenantId: string,
): Promise<BillingPlanLimits> {
  const { rows } = await tx.query<{ plan: keyof typeof billingPlanLimits }>({
    name: 'read_plan',
    text: 'select plan from platform.tenants where id = $1',
    values: [tenantId],
  });
  const [tenant] = rows;
  if (!tenant) throw new Error(`No tenant has the id ${tenantId}`);
  return billingPlanLimits[tenant.plan];
}

const limitsByPlan = JSON.stringify(
  Object.fromEntries(
    Object.entries(billingPlanLimits).map(([plan, limits]) => [plan, limits.engagementsPerMonth]),
  ),
);

/**
 * Counts an engagement of this month (UTC), as the last statement of the creating transaction:
 * parallel ones wait here. At the limit the transaction fails with an error for toLimitError.
 */
export function countEngagement(tenantId: string): Statement {
  return {
    name: 'count_engagement',
    text: 'select platform.count_engagement($1, $2)',
    values: [tenantId, limitsByPlan],
  };
}

/**
 * Turns the failure of countEngagement into `engagement_limit_reached` and returns any other error
 * unchanged.
 */
export function toLimitError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== 'EL001') return error;
  const [used = '', limit = ''] = (error.detail ?? '').split('/');
  return new ApiError('engagement_limit_reached', { values: { used, limit }, cause: error });
}
