import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { lockEngagementIfThere } from '../engagements/engagement-rows.ts';

/** A version with what checks and reviewers found in it. */
export interface ReviewedVersion {
  engagement_id: string;
  filename: string;
  version: number;
  content: string;
  approval_status: ApprovalStatus;
  citations: Citation[] | null;
  figures: Figure[] | null;
}

/**
 * Reads a version with citations and figures and locks its engagement; undefined if the version is
 * deleted.
 */
export async function lockReviewedVersion(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
): Promise<ReviewedVersion | undefined> {
  const { rows: found } = await tx.query<{ engagement_id: string }>({
    name: 'find_engagement_of_version',
    text: 'select engagement_id from platform.deliverables where tenant_id = $1 and id = $2',
    values: [tenantId, deliverableId],
  });
  const engagementId = found[0]?.engagement_id;
  if (engagementId === undefined || !(await lockEngagementIfThere(tx, tenantId, engagementId)))
    return undefined;
  const { rows } = await tx.query<ReviewedVersion>({
    name: 'read_reviewed_version',
    text: `select d.engagement_id, d.filename, d.version, d.content, d.approval_status, c.citations, f.figures
      from platform.deliverables d
      left join platform.deliverable_citations c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
      left join platform.deliverable_figures f on f.tenant_id = d.tenant_id and f.deliverable_id = d.id
      where d.tenant_id = $1 and d.id = $2`,
    values: [tenantId, deliverableId],
  });
  return rows[0];
}

/** Limits the versions of a file whose answers to notes are read, the newest. */
const maxVersions = 20;

/** Lists how a version and earlier ones of its file answer the notes of reviewers, oldest first. */
export async function listNoteAnswers(
  tx: Transaction,
  tenantId: string,
  {
    engagement_id: engagementId,
    filename,
    version,
  }: Pick<ReviewedVersion, 'engagement_id' | 'filename' | 'version'>,
): Promise<NoteAnswer[]> {
  const { rows } = await tx.query<{ note_answers: NoteAnswer[] }>({
    name: 'list_note_answers',
    text: `select note_answers from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and version <= $4
      order by version desc limit ${maxVersions}`,
    values: [tenantId, engagementId, filename, version],
  });
  return rows.toReversed().flatMap(({ note_answers: answers }) => answers);
}
