import type { Author } from '@ecp/contract/declaring/scalars';
import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import type { VersionOrigin } from '@ecp/contract/work/deliverables';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import { firstRow } from '../../../kernel/sql.ts';
import { type FollowedComments, followComments } from '../../conversations/comments/passages.ts';
import type { StoredSection } from '../deliverable-rows.ts';

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
  /** The member who wrote it or ordered its run; for a key, its maker. Null if nobody knows. */
  authorId: string | null;
  note: string | null;
  sections: StoredSection[];
}

/**
 * Adds a file's next version, pending review and never older than the one before, and moves the
 * comments to it. Returns its id and number. The caller holds the engagement's lock, so that
 * versions have no gaps.
 */
export async function insertDeliverable(
  tx: Transaction,
  { texts }: Pick<Services, 'texts'>,
  deliverable: NewDeliverable,
  followed?: FollowedComments,
): Promise<{ id: string; version: number }> {
  const {
    tenantId,
    engagementId,
    runId,
    taskId,
    filename,
    content,
    wordCount,
    createdAt,
    editedBy,
  } = deliverable;
  const id = createId();
  const { rows } = await tx.query<{ version: number }>({
    name: 'insert_deliverable',
    text: `insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, task_id, filename, content, word_count, note_answers, objections,
        created_at, origin, editor_kind, editor_id, editor_name, note, sections, author_id, version)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, greatest($11, max(created_at)), $12, $13, $14, $15, $16, $17, $18,
        coalesce(max(version), 0) + 1
      from platform.deliverables where tenant_id = $2 and engagement_id = $3 and filename = $6
      returning version`,
    values: [
      id,
      tenantId,
      engagementId,
      runId,
      taskId,
      filename,
      content,
      wordCount,
      JSON.stringify(deliverable.noteAnswers),
      JSON.stringify(deliverable.objections),
      createdAt,
      deliverable.origin,
      editedBy?.kind ?? null,
      editedBy?.id ?? null,
      editedBy?.name ?? null,
      deliverable.note,
      JSON.stringify(deliverable.sections),
      deliverable.authorId,
    ],
  });
  const saved = firstRow(rows);
  const { version } = saved;
  const made = { engagementId, filename, version, content, noteAnswers: deliverable.noteAnswers };
  await followComments(tx, { texts, tenantId }, made, followed);
  return { id, version };
}

/**
 * Records a new version's upstream versions, the latest of each task it depends on, in its
 * transaction and under the lock. Versions that people have written since the run began do not
 * count: the engine did not have them.
 */
export async function recordUpstreams(
  tx: Transaction,
  tenantId: string,
  built: { engagementId: string; deliverableId: string; dependsOn: string[]; runStartedAt: Date },
): Promise<void> {
  const { engagementId, deliverableId, dependsOn, runStartedAt } = built;
  if (dependsOn.length === 0) return;
  await tx.query({
    name: 'record_upstreams',
    text: `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
      select distinct on (task_id) $1, $3, id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and task_id = any($4)
        and (origin = 'agent' or created_at <= $5)
      order by task_id, (origin = 'agent' and run_id is null and created_at > $5) desc, created_at desc, version desc
      on conflict do nothing`,
    values: [tenantId, engagementId, deliverableId, dependsOn, runStartedAt],
  });
}

/**
 * Records the questions on whose assumptions a version rests, in its transaction; unknown ids are
 * left out.
 */
export async function recordAssumptions(
  tx: Transaction,
  tenantId: string,
  {
    engagementId,
    deliverableId,
    questionIds,
  }: { engagementId: string; deliverableId: string; questionIds: string[] },
): Promise<void> {
  if (questionIds.length === 0) return;
  await tx.query({
    name: 'record_assumptions',
    text: `insert into platform.deliverable_assumptions (tenant_id, deliverable_id, engagement_id, question_id)
      select $1, $3, $2, id from platform.questions
      where tenant_id = $1 and engagement_id = $2 and id = any($4)
      on conflict do nothing`,
    values: [tenantId, engagementId, deliverableId, questionIds],
  });
}

/**
 * Copies the upstreams and assumptions of the version before to a person's version, in its
 * transaction, so that an outdated document stays stale when a person changes a word of it.
 */
export async function copyGrounds(
  tx: Transaction,
  tenantId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.query({
    name: 'copy_upstreams',
    text: `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
      select tenant_id, $3, upstream_id from platform.deliverable_upstreams where tenant_id = $1 and deliverable_id = $2`,
    values: [tenantId, from, to],
  });
  await tx.query({
    name: 'copy_assumptions',
    text: `insert into platform.deliverable_assumptions (tenant_id, deliverable_id, engagement_id, question_id)
      select tenant_id, $3, engagement_id, question_id from platform.deliverable_assumptions
      where tenant_id = $1 and deliverable_id = $2`,
    values: [tenantId, from, to],
  });
}
