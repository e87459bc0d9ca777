import { usdToNano } from '@ecp/contract/declaring/money';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Transaction } from '@ecp/database/database';
import { makeSlug } from '@ecp/language/slug';
import { type EngagementRow, engagementColumns, toEngagement } from './engagement-rows.ts';

/** The fields of a sample; the others have their defaults. */
export type SampleFields = Pick<Engagement, 'id' | 'name' | 'client' | 'brief' | 'budget' | 'tasks'> & {
  createdAt: Date;
};

/** Reads the workspace's sample; null without one. */
export async function findSample(tx: Transaction, tenantId: string): Promise<Engagement | null> {
  const { rows } = await tx.query<EngagementRow>({
    name: 'find_sample',
    text: `select ${engagementColumns} from platform.engagements where tenant_id = $1 and sample`,
    values: [tenantId],
  });
  return rows[0] ? toEngagement(rows[0]) : null;
}

/**
 * Inserts the workspace's sample, which does not count in its month (SMP-3). Returns false if it has one: a call that
 * makes one at the same time is waited for.
 */
export async function insertSample(tx: Transaction, tenantId: string, sample: SampleFields): Promise<boolean> {
  const { id, name, client, brief, budget, tasks, createdAt } = sample;
  const { rowCount } = await tx.query({
    name: 'insert_sample',
    text: `insert into platform.engagements
        (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, created_at, sample)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true) on conflict (tenant_id) where sample do nothing`,
    values: [
      id,
      tenantId,
      name,
      client,
      makeSlug(name, 'engagement'),
      brief,
      usdToNano(budget),
      JSON.stringify(tasks),
      createdAt,
    ],
  });
  return rowCount === 1;
}
