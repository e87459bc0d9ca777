import type { Transaction } from '@ecp/database/database';

/** Returns true if a session has passed the second factor of a row, also before it moved to another tenant (SFA-8). */
export async function hasPassedFactor(
  tx: Transaction,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'has_passed_factor',
    text: 'select from platform.sessions where id = $1 and user_id = $2 and second_factor_at is not null limit 1',
    values: [sessionId, userId],
  });
  return rowCount > 0;
}
