import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { NotedChange } from '@ecp/contract/engine/source-changes';
import type { Citation } from '@ecp/contract/values/citations';
import type { ReviewAction } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { readStaleness, selectStaleCauses } from './stale-versions.ts';

interface EarlierReview {
  action: ReviewAction;
  notes: string | null;
  /** Null unless the run amends the document for this review. */
  source_changes: NotedChange[] | null;
}

interface Row {
  id: string;
  task_id: string;
  filename: string;
  version: number;
  content: string;
  reviews: EarlierReview[];
  /** Null for a version that no check has read. */
  citations: Citation[] | null;
}

/** Most reviews of a version, the newest. A client that rejects it repeatedly must not fill the engine's prompt. */
const maxReviews = 20;

/**
 * Lists the latest version of each file of a task with the notes to answer: those of the reviews since the last
 * approval that requested a revision or rejected it, oldest first (REV-10), and with the states of its citations: a
 * chain of citations is as good as its end (contract 9). For a run that amends documents, the changes of sources that
 * its notes tell are there as data too (REC-13).
 */
export async function listPreviousVersions(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  runId: string | null = null,
): Promise<StartRunRequest['previous']> {
  const { rows } = await tx.query<Row>({
    name: 'list_previous_versions',
    text: `select d.id, d.task_id, d.filename, d.version, d.content, coalesce((
        select json_agg(json_build_object('action', r.action, 'notes', r.notes,
          'source_changes', case when r.run_id = $3 then r.source_changes end) order by r.created_at, r.id)
        from (
          select id, action, notes, created_at, run_id, source_changes from platform.reviews
          where tenant_id = d.tenant_id and deliverable_id = d.id
          order by created_at desc, id desc limit ${maxReviews}
        ) r
      ), '[]') as reviews, (
        select c.citations from platform.deliverable_citations c
        where c.tenant_id = d.tenant_id and c.deliverable_id = d.id
      ) as citations
      from (
        select distinct filename from platform.deliverables where tenant_id = $1 and engagement_id = $2
      ) file
      cross join lateral (
        select tenant_id, id, task_id, filename, version, content from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename = file.filename order by version desc limit 1
      ) d
      where d.task_id is not null order by d.filename`,
    values: [tenantId, engagementId, runId],
  });
  const { rows: causes } = await tx.query(selectStaleCauses(tenantId, engagementId));
  const staleness = readStaleness(causes);
  return rows.map(({ id, task_id: taskId, filename, version, content, reviews, citations }) => {
    const open = reviews.slice(reviews.findLastIndex(({ action }) => action === 'approve') + 1);
    const noted = open.filter(({ notes }) => notes !== null);
    const reviewNotes = noted.flatMap(({ notes }) => notes ?? []);
    const sourceChanges = noted.flatMap(({ source_changes: changes }, at) =>
      (changes ?? []).map((change) => ({ ...change, note: at + 1 })),
    );
    const outdated = staleness(id).staleBecause.map((cause) => cause.filename);
    const claims = citations?.map(({ footnote, claim, state }) => ({ footnote, claim, state }));
    return {
      ...{ taskId, filename, version, content, reviewNotes, outdated },
      ...(claims && { citations: claims }),
      ...(sourceChanges.length > 0 && { sourceChanges }),
    };
  });
}
