import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';

/** The amounts of a budget and its calls, in nano-USD. */
export interface Money {
  limit: number;
  spent: number;
  reserved: number;
  /** Sum of the calls of all runs of the engagement. */
  calls: number;
}

/** Reads an engagement's money from the tables. */
export async function readMoney(
  { asSuperuser }: Pick<FreshDatabase, 'asSuperuser'>,
  engagementId: string,
) {
  const [money] = await asSuperuser<Money & Record<string, number>>(
    `select limit_nano_usd as "limit", spent_nano_usd as spent, reserved_nano_usd as reserved,
       (select coalesce(sum(cost_nano_usd), 0) from engine.model_calls where engagement_id = $1) as calls
     from engine.budgets where engagement_id = $1`,
    [engagementId],
  );
  if (!money) throw new Error(`No budget of ${engagementId}`);
  return money as Money;
}
