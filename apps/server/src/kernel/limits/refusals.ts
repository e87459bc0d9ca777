import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { SandboxError } from '@ecp/sandbox/child-program';

/**
 * Makes `service_unavailable` with Retry-After, `retryAfterMs` from now, so that waits do not grow.
 */
export function serviceBusy({
  retryAfterMs = 10_000,
  cause,
}: {
  retryAfterMs?: number | undefined;
  cause?: unknown;
} = {}): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new ApiError('service_unavailable', {
    headers: { 'retry-after': String(seconds) },
    cause,
  });
}

/**
 * Returns serviceBusy for a busy or closing sandbox, `otherwise` for its other failures, and any
 * other error.
 */
export function toRefusal(error: unknown, otherwise: (error: SandboxError) => ApiError): unknown {
  if (!(error instanceof SandboxError)) return error;
  const { kind, retryAfterMs } = error;
  return kind === 'busy' || kind === 'closed'
    ? serviceBusy({ retryAfterMs, cause: error })
    : otherwise(error);
}

/**
 * Throws `code` if `count` finds the allowed number of records. A tenant's callers take turns, so
 * the limit holds.
 */
export async function requireFewer(
  tx: Transaction,
  tenantId: string,
  { count, limit, code }: { count: Statement<{ count: number }>; limit: number; code: ErrorCode },
): Promise<void> {
  await tx.query({
    name: 'lock_count',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${code} ${tenantId}`],
  });
  const { rows } = await tx.query(count);
  if ((rows[0]?.count ?? 0) >= limit) throw new ApiError(code, { values: { limit } });
}

/** Limits what a tenant stores beside the files of its attachments. */
export interface RecordQuota {
  /**
   * Throws `storage_limit_exceeded` without room for `addedBytes`; Infinity, for unknown, measures
   * anew.
   */
  requireRoom(tenantId: string, addedBytes: number): Promise<void>;
}
