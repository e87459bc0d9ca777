import type { Database } from '@ecp/database/database';
import { openDatabase } from '@ecp/database/database';
import type { NoRow, Statement } from '@ecp/database/statement';
import { listAuditLog } from '../../../apps/platform/src/kernel/audit/audit-log.ts';
import type { RequestContext } from '../../../apps/platform/src/kernel/context.ts';
import { findTexts } from '../../../apps/platform/src/reach/search/search.ts';
import { listEngagements } from '../../../apps/platform/src/work/engagements/engagement-list.ts';
import { listQueue } from '../../../apps/platform/src/work/queue/queue.ts';
import { listSummaries } from '../../../apps/platform/src/work/queue/summaries.ts';
import { countRuns } from '../../../apps/platform/src/work/run-records/run-rows.ts';
import {
  type DetailVersion,
  selectDetailVersion,
} from '../../../apps/platform/src/work/whole-engagement/whole-engagement.ts';
import { largeTenant } from './fill-tenants.ts';

/** The plan of one statement as Postgres describes it after executing it. */
export interface ReadPlan {
  title: string;
  plan: string;
}

/** Executes the statements of the hot reads as the tenant, under row-level security, and returns their plans. */
export async function explainReads(url: string): Promise<ReadPlan[]> {
  const database = openDatabase({ url, maxConnections: 1 });
  const plans: ReadPlan[] = [];
  try {
    for (const [title, read] of Object.entries(reads)) {
      let statement = 0;
      const report = (plan: string) => {
        statement += 1;
        plans.push({ title: statement === 1 ? title : `${title}, statement ${statement}`, plan });
      };
      await read(explaining(database, report));
    }
  } finally {
    await database.close();
  }
  return plans;
}

/** A database that reports the plan of each statement before it executes the statement. */
function explaining(database: Database, report: (plan: string) => void): Database {
  return {
    ...database,
    async batchTenant(tenantId, statements) {
      for (const { text, values = [] } of statements as readonly Statement<unknown>[]) {
        const [rows] = await database.batchTenant<[Record<string, string>]>(tenantId, [
          { text: `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`, values },
        ]);
        report(shortenArrays(rows.map((row) => row['QUERY PLAN']).join('\n')));
      }
      return database.batchTenant(tenantId, statements);
    },
  };
}

/** Shows the first values of each long array of a plan, and how many there are. */
export function shortenArrays(plan: string): string {
  return plan.replace(/\{([^{}]{200,})\}/g, (_, list: string) => {
    const values = list.split(',');
    return `{${values.slice(0, 3).join(',')}, … ${values.length} values}`;
  });
}

/** The part of a request's context that the reads use. */
const contextOf = (database: Database) =>
  ({
    services: { database },
    tenantId: largeTenant,
    principal: { kind: 'session', userId: `${largeTenant}-user-0` },
  }) as unknown as RequestContext;

const reads: Record<string, (database: Database) => Promise<unknown>> = {
  'Get Engagement, its version': (database) =>
    database.batchTenant<[DetailVersion]>(largeTenant, [selectDetailVersion('e000000777')]),
  'List, first page': (database) => listEngagements(contextOf(database), { limit: 50 }),
  'List by status': (database) => listEngagements(contextOf(database), { limit: 50, status: 'failed' }),
  'List by rare words': (database) => listEngagements(contextOf(database), { limit: 50, q: 'ment 777' }),
  'Summaries, latest change first': (database) => listSummaries(contextOf(database), { limit: 50 }),
  'Summaries of a status': (database) => listSummaries(contextOf(database), { limit: 50, status: 'failed' }),
  ...Object.fromEntries(
    (['client', 'owner', 'status', 'due', 'waiting'] as const).map((sort) => [
      `Summaries by ${sort}`,
      (database: Database) => listSummaries(contextOf(database), { limit: 50, sort }),
    ]),
  ),
  Queue: (database) => listQueue(contextOf(database), { limit: 50, scope: 'all' }),
  'Audit log of an action': (database) => listAuditLog(contextOf(database), { action: 'run.start' }),
  'Counts of runs': (database) => database.batchTenant<[NoRow]>(largeTenant, [countRuns(largeTenant, new Date())]),
  Search: (database) => findTexts(database, largeTenant, { q: 'margin' }),
};
