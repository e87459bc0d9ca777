import type { Transaction } from '@ecp/database/database';

/** A proof in a session: of the person, of the second factor, or of both. */
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

/** True if the session's holder has followed a link from the mailbox. */
export async function isMailboxProven(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await tx.query<{ mailbox_proven: boolean }>({
    name: 'is_mailbox_proven',
    text: 'select mailbox_proven from platform.sessions where token_hash = $1',
    values: [tokenHash],
  });
  return rows[0]?.mailbox_proven ?? false;
}
