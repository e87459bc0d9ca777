import type { NotedChange, StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Citation } from '@ecp/contract/values/citations';
import type { ReviewAction } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { gridSource } from '@ecp/evidence/grid-source';
import type { EvidenceMaterial } from '@ecp/evidence/material';
import { detectLanguage } from '@ecp/language/detect-language';
import { readAsAgents } from '../../../kernel/as-agents.ts';
import type { Services } from '../../../kernel/services.ts';
import { readOr, type TextWork } from '../../../kernel/text-work.ts';
import { selectEngagement } from '../../../material/engagements/engagement-rows.ts';
import { listSettlementNotes } from '../../../material/evidence/conflicts.ts';
import { listNoteAnswers } from '../../../material/evidence/reviewed-versions.ts';
import { listOfferedCards } from '../../../material/library/card-uses.ts';
import { readPageSources, selectPageSources } from '../../../material/research/pages.ts';
import { listContextSources } from '../../../material/sources/context-sources.ts';
import { listRunQueries } from '../../../material/tables/recorded-queries.ts';
import { listRunTables } from '../../../material/tables/tables.ts';
import { listOpenComments } from '../../conversations/comments/comment-rows.ts';
import { listRunQuestions } from '../../conversations/questions/questions.ts';
import { listRunGrids } from '../../grids/run-grids.ts';
import type { StoredSection } from '../deliverable-rows.ts';
import { readStaleness, selectStaleCauses } from '../stale-versions.ts';
import { keptReader } from './sections.ts';

interface Written {
  engagementId: string;
  filename: string;
  taskId: string | null;
  version: number;
}

/**
 * Gathers what a run of the task would get, and earlier notes; null without the engagement. Throws
 * StorageUnavailableError.
 */
export function gatherMaterial(
  tx: Transaction,
  services: Pick<Services, 'storage'>,
  tenantId: string,
  written: Written,
): Promise<EvidenceMaterial | null> {
  return readAsAgents(tx, written.engagementId, () => gather(tx, services, tenantId, written));
}

async function gather(
  tx: Transaction,
  { storage }: Pick<Services, 'storage'>,
  tenantId: string,
  { engagementId, filename, taskId, version }: Written,
): Promise<EvidenceMaterial | null> {
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  const [engagement] = rows;
  if (!engagement) return null;
  const { name, client, brief, tasks } = engagement;
  const task = tasks.find(({ id }) => id === taskId);
  const previous = await listPreviousVersions(tx, tenantId, engagementId);
  const questions = await listRunQuestions(tx, tenantId, { engagementId, runId: null });
  const answered = await listNoteAnswers(tx, tenantId, {
    engagement_id: engagementId,
    filename,
    version,
  });
  const tables = await listRunTables(tx, tenantId, engagementId);
  const { rows: pages } = await tx.query(selectPageSources(tenantId, engagementId));
  const assumptions = questions
    .filter(({ answer }) => answer === null)
    .map(({ assumption }) => assumption);
  return {
    brief,
    language: detectLanguage(brief),
    assignment: [
      name,
      client,
      task?.name ?? '',
      String(task?.['description'] ?? ''),
      ...assumptions,
    ],
    sources: [
      ...(await listContextSources(tx, tenantId, engagement)),
      ...(await listOfferedCards(tx, tenantId, engagement)),
      ...(await readPageSources(storage, pages)),
      ...(await listRunGrids(tx, tenantId, engagementId)).map(gridSource),
      ...questions.flatMap(({ id, answer }) =>
        answer === null
          ? []
          : [
              {
                title: `Answer ${id}`,
                location: `${answer.by}, ${answer.at.slice(0, 10)}`,
                text: answer.text,
              },
            ],
      ),
    ],
    upstream: previous
      .filter((document) => task?.dependsOn?.includes(document.taskId))
      .map(({ taskId: id, citations, ...document }) => ({
        taskName: tasks.find((other) => other.id === id)?.name ?? id,
        filename: document.filename,
        content: document.content,
        ...(citations && { citations }),
      })),
    consultations: [],
    reviewNotes: [
      ...answered.map(({ note }) => note),
      ...previous
        .filter((document) => document.filename === filename)
        .flatMap(({ reviewNotes }) => reviewNotes),
    ],
    queries: await listRunQueries(tx, tenantId, engagementId),
    // A table of which only the first rows are known would hide the others, which stand in the text
    // of its source.
    tables: tables
      .filter(({ sample, rowCount }) => sample.length >= rowCount)
      .map(({ filename: file, sheet, columns, sample }) => ({
        filename: file,
        sheet,
        columns,
        rows: sample,
      })),
  };
}

interface EarlierReview {
  action: ReviewAction;
  notes: string | null;
  /** Null unless the run amends the document for this review. */
  source_changes: NotedChange[] | null;
  /** The comments that the review sends back; null for all open ones. */
  comment_ids: string[] | null;
}

interface Row {
  id: string;
  task_id: string;
  filename: string;
  version: number;
  content: string;
  created_at: Date;
  sections: StoredSection[];
  reviews: EarlierReview[];
  /** Null for a version that no check has read. */
  citations: Citation[] | null;
}

/**
 * Limits the reviews of a version, the newest. A client that rejects it repeatedly must not fill
 * the engine's prompt.
 */
const maxReviews = 20;

/**
 * Lists each file's latest version with what a run has to answer: notes since the last approval,
 * settled conflicts, open comments, checked citations. `given`: the run that gets them and the
 * reader that finds `lockedSections`.
 */
export async function listPreviousVersions(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  { runId = null, texts = null }: { runId?: string | null; texts?: TextWork | null } = {},
): Promise<StartRunRequest['previous']> {
  const { rows } = await tx.query<Row>({
    name: 'list_previous_versions',
    text: `select d.id, d.task_id, d.filename, d.version, d.content, d.created_at, d.sections, coalesce((
        select json_agg(json_build_object('action', r.action, 'notes', r.notes,
          'comment_ids', r.comment_ids, 'source_changes', case when r.run_id = $3 then r.source_changes end) order by r.created_at, r.id)
        from (
          select id, action, notes, created_at, run_id, source_changes, comment_ids from platform.reviews
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
        select tenant_id, id, task_id, filename, version, content, created_at, sections from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename = file.filename
        order by version desc limit 1
      ) d
      where d.task_id is not null order by d.filename`,
    values: [tenantId, engagementId, runId],
  });
  const { rows: causes } = await tx.query(selectStaleCauses(tenantId, engagementId));
  const staleness = readStaleness(causes);
  const chosen = rows.map(
    ({ filename, reviews }) => [filename, sinceApproval(reviews).at(-1)?.comment_ids] as const,
  );
  const sentBack = new Map(chosen.flatMap(([filename, ids]) => (ids ? [[filename, ids]] : [])));
  const comments = await listOpenComments(tx, tenantId, engagementId, sentBack);
  const settled = await listSettlementNotes(
    tx,
    tenantId,
    engagementId,
    rows.map(({ filename, content, created_at: createdAt }) => ({ filename, content, createdAt })),
  );
  const toVersion = async ({
    id,
    task_id: taskId,
    filename,
    version,
    content,
    sections,
    reviews,
    citations,
  }: Row) => {
    const open = sinceApproval(reviews);
    const noted = open.filter(({ notes }) => notes !== null);
    const reviewNotes = [
      ...noted.flatMap(({ notes }) => notes ?? []),
      ...(settled.get(filename) ?? []),
    ];
    const sourceChanges = noted.flatMap(({ source_changes: changes }, at) =>
      (changes ?? []).map((change) => ({ ...change, note: at + 1 })),
    );
    const about = comments.get(filename) ?? [];
    const hasLocked = texts !== null && sections.some(({ locked }) => locked);
    const read = { version: { content, version, sections }, notes: reviewNotes, comments: about };
    const all = () => sections.flatMap(({ locked }, index) => (locked ? [index] : []));
    const lockedSections = hasLocked ? await readOr(texts, tenantId, [keptReader, read], all) : [];
    const outdated = staleness(id).staleBecause.map((cause) => cause.filename);
    const claims = citations?.map(({ footnote, claim, state }) => ({ footnote, claim, state }));
    return {
      taskId,
      filename,
      version,
      content,
      reviewNotes,
      outdated,
      ...(claims && { citations: claims }),
      ...(lockedSections.length > 0 && { lockedSections }),
      ...(sourceChanges.length > 0 && { sourceChanges }),
      ...(about.length > 0 && { comments: about }),
    };
  };
  return Promise.all(rows.map(toVersion));
}

/** The reviews after the last approval, oldest first. */
function sinceApproval(reviews: readonly EarlierReview[]): readonly EarlierReview[] {
  return reviews.slice(reviews.findLastIndex(({ action }) => action === 'approve') + 1);
}
