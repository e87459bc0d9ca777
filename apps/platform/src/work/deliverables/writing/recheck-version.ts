import type { Transaction } from '@ecp/database/database';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { readOr } from '../../../kernel/text-work.ts';
import { selectUnreadFile } from '../../attachments/reading/wait-for-extraction.ts';
import { recordCardUses } from '../../cards/using/record-card-uses.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { readCitations } from '../citations/read-citations.ts';
import { recordCitations } from '../citations/record-citations.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { type CheckedText, checkReader } from './check-text.ts';
import { gatherMaterial } from './gather-material.ts';

/** The first wait for the files, and the longest: each wait is twice the one before. */
const [firstWaitMs, longestWaitMs] = [500, 30_000];

/** Notes that the check of a version lacks a file that is being read, and enqueues its repetition (contract 16). */
export async function awaitFiles(
  tx: Transaction,
  services: Pick<Services, 'durable'>,
  tenantId: string,
  deliverableId: string,
): Promise<void> {
  await tx.query({
    name: 'set_check_waits',
    text: 'update platform.deliverables set check_waits = true where tenant_id = $1 and id = $2',
    values: [tenantId, deliverableId],
  });
  await lookLater(tx, services, { tenantId, deliverableId, looks: 0 });
}

/**
 * Checks a waiting version again once all files of its engagement are read, and replaces its findings in one
 * transaction. While a file is being read it looks again later. Repeatable; does nothing for a version that is gone or
 * no longer waits. Throws StorageUnavailableError.
 */
export async function recheckVersion(services: Services, input: DurableInputs['recheckVersion']): Promise<void> {
  const { tenantId, deliverableId } = input;
  const { database } = services;
  const prepared = await database.withTenant(tenantId, async (tx) => {
    const row = await findWaiting(tx, tenantId, deliverableId);
    if (!row) return null;
    const unread = await tx.query(selectUnreadFile(tenantId, row.engagement_id));
    if (unread.rows.length > 0) {
      await lookLater(tx, services, { ...input, looks: input.looks + 1 });
      return null;
    }
    const { engagement_id: engagementId, filename, task_id: taskId, version } = row;
    const about = { engagementId, filename, taskId, version };
    return { row, material: await gatherMaterial(tx, services, tenantId, about) };
  });
  if (!prepared?.material) return;
  const { row, material } = prepared;
  const earlier = await readCitations(database, tenantId, [deliverableId]);
  const read = { content: row.content, material, before: earlier.get(deliverableId) ?? [], earlier: [row.content] };
  // A text that is too complex keeps the findings that it has.
  const checked = await readOr<typeof read, CheckedText | null>(
    services.texts,
    tenantId,
    [checkReader, read],
    () => null,
  );
  await database.withTenant(tenantId, async (tx) => {
    await lockEngagement(tx, tenantId, row.engagement_id);
    if (!(await findWaiting(tx, tenantId, deliverableId))) return;
    if (checked) {
      const { citations, figures } = checked;
      await tx.query({
        name: 'delete_findings',
        text: `with figures as (delete from platform.deliverable_figures where tenant_id = $1 and deliverable_id = $2)
          delete from platform.deliverable_citations where tenant_id = $1 and deliverable_id = $2`,
        values: [tenantId, deliverableId],
      });
      await recordCitations(tx, tenantId, deliverableId, citations);
      await recordCardUses(tx, tenantId, deliverableId, citations);
      await recordFigures(tx, { tenantId, engagementId: row.engagement_id, deliverableId, figures });
    }
    await tx.query({
      name: 'end_check_waits',
      text: 'update platform.deliverables set check_waits = false where tenant_id = $1 and id = $2',
      values: [tenantId, deliverableId],
    });
  });
}

interface WaitingRow {
  engagement_id: string;
  task_id: string | null;
  filename: string;
  version: number;
  /** Null if the text of an old version has moved to the storage. */
  content: string | null;
}

/** A version that waits, with its text. */
type WaitingVersion = WaitingRow & { content: string };

async function findWaiting(tx: Transaction, tenantId: string, id: string): Promise<WaitingVersion | undefined> {
  const { rows } = await tx.query<WaitingRow>({
    name: 'select_waiting_version',
    text: `select engagement_id, task_id, filename, version, content from platform.deliverables
      where tenant_id = $1 and id = $2 and check_waits`,
    values: [tenantId, id],
  });
  return rows.find((row): row is WaitingVersion => row.content !== null);
}

function lookLater(
  tx: Transaction,
  { durable }: Pick<Services, 'durable'>,
  input: DurableInputs['recheckVersion'],
): Promise<void> {
  const id = `${input.deliverableId}-${input.looks}`;
  const waitMs = Math.min(firstWaitMs * 2 ** input.looks, longestWaitMs);
  return durable.enqueue(tx, 'recheckVersion', id, input, { waitMs });
}
