import type { Author } from '@ecp/contract/values/authors';
import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import type { VersionOrigin } from '@ecp/contract/work/deliverables';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { type FollowedComments, followComments } from '../comments/follow-comments.ts';
import type { StoredSection } from './deliverable-rows.ts';

export interface NewDeliverable {
  tenantId: string;
  engagementId: string;
  /** Null for versions of people. */
  runId: string | null;
  /** Null for internal files. */
  taskId: string | null;
  filename: string;
  content: string;
  wordCount: number;
  noteAnswers: NoteAnswer[];
  objections: Objection[];
  createdAt: Date;
  origin: VersionOrigin;
  /** Null for agents. */
  editedBy: Author | null;
  note: string | null;
  sections: StoredSection[];
}

/**
 * Adds the next version of a file, pending review (DEL-3, DEL-4), and places the comments on the file in it (CMT-5);
 * returns its id and version. It is never older than the one before it, whatever the clocks of their writers say. The
 * caller holds the engagement's lock, so that versions have no gaps.
 */
export async function insertDeliverable(
  tx: Transaction,
  { texts }: Pick<Services, 'texts'>,
  deliverable: NewDeliverable,
  followed?: FollowedComments,
): Promise<{ id: string; version: number }> {
  const { tenantId, engagementId, runId, taskId, filename, content, wordCount, createdAt, editedBy } = deliverable;
  const id = createId();
  const { rows } = await tx.query<{ version: number }>({
    name: 'insert_deliverable',
    text: `insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, task_id, filename, content, word_count, note_answers, objections,
        created_at, origin, editor_kind, editor_id, editor_name, note, sections, version)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, greatest($11, max(created_at)), $12, $13, $14, $15, $16, $17, coalesce(max(version), 0) + 1
      from platform.deliverables where tenant_id = $2 and engagement_id = $3 and filename = $6
      returning version`,
    values: [
      ...[id, tenantId, engagementId, runId, taskId, filename, content, wordCount],
      ...[JSON.stringify(deliverable.noteAnswers), JSON.stringify(deliverable.objections), createdAt],
      ...[deliverable.origin, editedBy?.kind ?? null, editedBy?.id ?? null, editedBy?.name ?? null],
      ...[deliverable.note, JSON.stringify(deliverable.sections)],
    ],
  });
  const [saved] = rows;
  if (!saved) throw new Error('The insert returned no row');
  const { version } = saved;
  const made = { engagementId, filename, version, content, noteAnswers: deliverable.noteAnswers };
  await followComments(tx, { texts, tenantId }, made, followed);
  return { id, version };
}
