import type { NoteAnswer } from '@ecp/contract/values/note-answers';
import type { Objection } from '@ecp/contract/values/objections';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';

export interface NewDeliverable {
  tenantId: string;
  engagementId: string;
  runId: string;
  /** Null for internal files. */
  taskId: string | null;
  filename: string;
  content: string;
  wordCount: number;
  noteAnswers: NoteAnswer[];
  objections: Objection[];
  createdAt: Date;
}

/**
 * Adds the next version of a file, pending review (DEL-3, DEL-4); returns its id and version. The caller holds the
 * engagement's lock, so that versions have no gaps.
 */
export async function insertDeliverable(
  tx: Transaction,
  deliverable: NewDeliverable,
): Promise<{ id: string; version: number }> {
  const { tenantId, engagementId, runId, taskId, filename, content, wordCount, createdAt } = deliverable;
  const id = createId();
  const { rows } = await tx.query<{ version: number }>({
    name: 'insert_deliverable',
    text: `insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, task_id, filename, content, word_count, note_answers, objections,
        created_at, version)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce(max(version), 0) + 1
      from platform.deliverables where tenant_id = $2 and engagement_id = $3 and filename = $6
      returning version`,
    values: [
      ...[id, tenantId, engagementId, runId, taskId, filename, content, wordCount],
      ...[JSON.stringify(deliverable.noteAnswers), JSON.stringify(deliverable.objections), createdAt],
    ],
  });
  const [saved] = rows;
  if (!saved) throw new Error('The insert returned no row');
  return { id, version: saved.version };
}
