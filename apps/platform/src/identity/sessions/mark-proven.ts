import type { Transaction } from '@ecp/database/database';

/** What a session has just proven: who is there, the second factor of its row, or both. */
export interface Proven {
  person: boolean;
  secondFactor: boolean;
}

/** Records a proof in the session with this token hash. */
export async function markProven(tx: Transaction, tokenHash: Buffer, { person, secondFactor }: Proven): Promise<void> {
  await tx.query({
    name: 'mark_proven',
    text: `update platform.sessions set proven_at = case when $2 then now() else proven_at end,
        second_factor_at = case when $3 then now() else second_factor_at end
      where token_hash = $1`,
    values: [tokenHash, person, secondFactor],
  });
}

/** Whether the holder of the session with this token hash has proven to read the mailbox. */
export async function isMailboxProven(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await tx.query<{ mailbox_proven: boolean }>({
    name: 'is_mailbox_proven',
    text: 'select mailbox_proven from platform.sessions where token_hash = $1',
    values: [tokenHash],
  });
  return rows[0]?.mailbox_proven ?? false;
}
