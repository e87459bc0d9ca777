import type { Author } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { RunMessage } from '@ecp/contract/work/answers';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import { sql } from '@ecp/database/statement';
import type { ExportPart } from '../../kernel/export-part.ts';
import { readOfEngagement } from '../engagements/engagement-rows.ts';

interface MessageRow {
  id: string;
  text: string;
  author_kind: 'user' | 'api_key';
  author_name: string;
  created_at: Date;
  read_at: Date | null;
}

/** Stores a person's message to a run with `tx`, and returns its id. */
export async function addMessage(
  tx: Transaction,
  { tenantId, engagementId, runId }: { tenantId: string; engagementId: string; runId: string },
  text: string,
  author: Author,
): Promise<string> {
  const id = createId();
  await tx.query(sql`insert into platform.run_messages
      (id, tenant_id, engagement_id, run_id, text, author_kind, author_id, author_name)
    values (${id}, ${tenantId}, ${engagementId}, ${runId}, ${text}, ${author.kind}, ${author.id},
      ${author.name})`);
  return id;
}

/** Lists the messages to the runs of an engagement, oldest first. Error: `not_found`. */
export async function listMessages(
  database: Database,
  { tenantId, engagementId }: { tenantId: string; engagementId: string },
): Promise<RunMessage[]> {
  const [rows] = await readOfEngagement<[MessageRow]>(database, tenantId, engagementId, [
    sql<MessageRow>`select id, text, author_kind, author_name, created_at, read_at
      from platform.run_messages
      where tenant_id = ${tenantId} and engagement_id = ${engagementId} order by created_at, id`,
  ]);
  return rows.map(toMessage);
}

/**
 * Gives the unread messages of a run to one of its turns, oldest first. A repeated turn gets the
 * same messages again, so that none is lost in a crash.
 * @param turn the key of the turn in its run
 */
export async function takeMessages(
  database: Database,
  { tenantId, runId, turn }: { tenantId: string; runId: string; turn: string },
): Promise<RunMessage[]> {
  const [, rows] = await database.batchTenant<[Record<never, never>, MessageRow]>(tenantId, [
    sql`update platform.run_messages set read_at = clock_timestamp(), reader = ${turn}
      where tenant_id = ${tenantId} and run_id = ${runId} and read_at is null`,
    sql<MessageRow>`select id, text, author_kind, author_name, created_at, read_at
      from platform.run_messages
      where tenant_id = ${tenantId} and run_id = ${runId} and reader = ${turn}
      order by created_at, id`,
  ]);
  return rows.map(toMessage);
}

function toMessage({ id, text, ...row }: MessageRow): RunMessage {
  return {
    id,
    text,
    by: displayNameOf({ kind: row.author_kind, name: row.author_name }),
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}

/** The account export has every message to a run. */
export const exportedMessages: ExportPart<MessageRow & { engagement_id: string; run_id: string }> =
  {
    name: 'runMessages',
    page: {
      text: `select id, engagement_id, run_id, text, author_kind, author_name, created_at, read_at
      from platform.run_messages where tenant_id = $1 and id > $2 order by id limit $3`,
    },
    pageRows: 100,
    toRecord: ({ engagement_id: engagementId, run_id: runId, ...row }) => ({
      ...toMessage(row),
      engagementId,
      runId,
    }),
  };
