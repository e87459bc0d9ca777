import { createHash } from 'node:crypto';

/** Characters after the first one. 36^13 keeps the queries of a tenant apart, and a writer can still copy an id. */
const length = 13;

/**
 * Returns the id of a query from the tool call that asks for it, so that a call that is repeated after a crash names
 * the same record. It fits the pattern of `RunQueryBody`.
 * @param callKey key of the turn that asked
 * @param ordinal place of the tool call in its turn, from 1
 */
export function queryIdOf(
  { tenantId, runId, callKey }: { tenantId: string; runId: string; callKey: string },
  ordinal: number,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenantId, runId, callKey, ordinal]))
    .digest('hex');
  return `q${BigInt(`0x${digest}`).toString(36).slice(0, length)}`;
}
