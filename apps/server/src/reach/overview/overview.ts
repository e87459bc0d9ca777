import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngagementOverview, OverviewDocument } from '@ecp/contract/reach/overview';
import type { Plan } from '@ecp/contract/work/plans';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type EngagementRow,
  selectEngagement,
  selectEngagementState,
  toResponsibility,
} from '../../material/engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../../material/engine-client/engine-client.ts';
import { hasConnectedModel } from '../../material/engine-client/roster.ts';
import { openCitationsOf } from '../../material/evidence/citations.ts';
import {
  joinConflicts,
  selectNoted,
  selectSettlements,
  type UnplacedConflict,
} from '../../material/evidence/conflict-rows.ts';
import { selectLatestFigures } from '../../material/evidence/figures.ts';
import { sumRunsAndPlans } from '../../material/run-records/budget.ts';
import { selectPlan } from '../../material/run-records/plan-rows.ts';
import { type LatestRun, selectLatestRunOf } from '../../material/run-records/run-rows.ts';
import { isActive } from '../../material/run-records/run-state.ts';
import { countOpenComments } from '../../work/conversations/comments/comment-rows.ts';
import {
  type DocumentState,
  documentTitles,
  selectDocumentStates,
  sortByTask,
} from '../../work/documents/deliverable-rows.ts';
import { readAdvice } from '../../work/documents/reading/read-advice.ts';
import {
  type ClientDecisionRow,
  listClientDecisions,
  selectClientDecisions,
} from '../../work/documents/reviewing/client-decisions.ts';
import { readStaleness, selectStaleCauses } from '../../work/documents/stale-versions.ts';
import { selectWaitingOf } from '../../work/queue/queue.ts';
import { type ModelDuration, selectModelDurations } from '../library/task-durations.ts';
import { type NewestRelease, selectNewestReleases } from '../portal/releases.ts';
import { findAsking, type OpenLink, selectOpenLinks } from '../portal/shown-documents.ts';
import { expectTime, kindOf, type ModelKind } from './expect-time.ts';

/**
 * Reads what an engagement has come to, and what is open in it, in one round trip. Error:
 * `not_found`.
 */
export async function readOverview(
  { services, tenantId, principal }: RequestContext,
  id: string,
): Promise<EngagementOverview> {
  const stored = services.database.batchTenant(tenantId, [
    selectEngagement(tenantId, id),
    selectEngagementState(tenantId, id),
    sumRunsAndPlans(tenantId, id),
    selectWaitingOf(tenantId, id, actorUserId(principal)),
    selectLatestRunOf(tenantId, id),
    selectPlan(tenantId, id),
    selectModelDurations(tenantId),
    selectDocumentStates(tenantId, id),
    selectStaleCauses(tenantId, id),
    countOpenComments(tenantId, id),
    selectClientDecisions(tenantId, id),
    selectNewestReleases(tenantId, id),
    selectOpenLinks(tenantId, id),
    selectLatestFigures(tenantId, id),
    selectNoted(tenantId, id),
    selectSettlements(tenantId, id),
  ]);
  const [[[engagement], [state], ...of], kind] = await Promise.all([
    stored,
    readKind(services.engine, tenantId),
  ]);
  if (!engagement || !state) throw new ApiError('not_found');
  const [
    [costs],
    [waiting],
    [run],
    [planned],
    durations,
    files,
    causes,
    comments,
    decisions,
    releases,
    links,
    ...found
  ] = of;
  const [figures, noted, settlements] = found;
  const documents = describeDocuments(engagement, {
    files,
    decisions,
    releases,
    links,
    comments,
    staleness: readStaleness(causes),
  });
  const spentNanoUsd = (costs?.spent ?? 0) + state.judging_nano_usd;
  const plan = planned?.answer ?? null;
  return {
    engagementId: id,
    recommendation: readRecommendation(documents, files),
    documents,
    openCitations: documents.reduce((sum, { openCitations }) => sum + openCitations, 0),
    conflicts: describeConflicts(joinConflicts({ documents: figures, noted, settlements })),
    waiting: waiting ?? { reviews: 0, questions: 0, comments: 0, failed: 0 },
    ...toResponsibility(engagement),
    money: {
      budget: nanoToUsd(engagement.budget_nano_usd),
      spent: nanoToUsd(spentNanoUsd),
      left: nanoToUsd(Math.max(0, engagement.budget_nano_usd - spentNanoUsd)),
    },
    runs: { completed: run?.completed ?? 0, all: run?.total ?? 0 },
    run: run ? toRun(run) : null,
    hasPlan: plan !== null,
    expected: expectRun(engagement, { run, plan, durations, kind }),
  };
}

interface DocumentRows {
  files: readonly DocumentState[];
  decisions: readonly ClientDecisionRow[];
  releases: readonly NewestRelease[];
  links: readonly OpenLink[];
  comments: readonly { filename: string; comments: number }[];
  staleness: ReturnType<typeof readStaleness>;
}

/** Describes the latest versions in the order of their tasks, the decision paper first. */
function describeDocuments({ tasks }: EngagementRow, rows: DocumentRows): OverviewDocument[] {
  const titles = documentTitles(rows.files, tasks);
  const syntheses = new Set(tasks.flatMap(({ id, synthesis }) => (synthesis === true ? [id] : [])));
  const documents = sortByTask(rows.files, tasks).map((file): OverviewDocument => {
    const { filename, version, task_id: taskId } = file;
    const newest = rows.releases.find((release) => release.filename === filename);
    return {
      filename,
      version,
      taskId,
      title: titles.get(filename) ?? filename,
      synthesis: syntheses.has(taskId ?? ''),
      createdAt: file.created_at.toISOString(),
      approvalStatus: file.approval_status,
      stale: rows.staleness(file.id).stale,
      openCitations: openCitationsOf(file),
      conflicts: file.conflicting_figures,
      openComments: rows.comments.find((row) => row.filename === filename)?.comments ?? 0,
      released: newest
        ? { version: newest.version, at: newest.created_at.toISOString(), links: newest.links }
        : null,
      clientDecisions: listClientDecisions(rows.decisions, filename, version),
      awaits: listAwaited(filename, syntheses, rows),
    };
  });
  return [
    ...documents.filter(({ synthesis }) => synthesis),
    ...documents.filter(({ synthesis }) => !synthesis),
  ];
}

/**
 * Lists the links that are asked to decide about the version of a document that they show, and have
 * not.
 */
function listAwaited(
  filename: string,
  syntheses: ReadonlySet<string>,
  { files, links, decisions }: DocumentRows,
): OverviewDocument['awaits'] {
  const taskOf = new Map(files.map((file) => [file.filename, file.task_id ?? '']));
  return links.flatMap((link) => {
    const given = link.documents === 'latest' ? files : (link.released ?? []);
    const asks = findAsking(given, (name) => syntheses.has(taskOf.get(name) ?? ''));
    if (!link.may_decide || !asks(filename)) return [];
    const held = given.find((one) => one.filename === filename);
    const hasDecided = decisions.some(
      (one) =>
        one.token_id === link.id && one.filename === filename && one.version === held?.version,
    );
    return held && !hasDecided
      ? [{ id: link.id, label: link.label, clientName: link.client_name }]
      : [];
  });
}

function readRecommendation(
  documents: readonly OverviewDocument[],
  files: readonly DocumentState[],
): EngagementOverview['recommendation'] {
  const paper = documents.find(({ synthesis }) => synthesis);
  const file = files.find(({ filename }) => filename === paper?.filename);
  if (!paper || !file) return null;
  const { filename, title, version } = paper;
  return { filename, title, version, text: readAdvice(file.content) };
}

const shownConflicts = 3;

function describeConflicts(
  conflicts: readonly UnplacedConflict[],
): EngagementOverview['conflicts'] {
  const open = conflicts.filter(({ status }) => status === 'open');
  return {
    open: open.length,
    first: open.slice(0, shownConflicts).map(({ id, kind, about }) => ({ id, kind, about })),
  };
}

function toRun(run: LatestRun): EngagementOverview['run'] {
  return {
    id: run.id,
    status: run.status,
    startedAt: run.started_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
    taskIds: run.task_ids,
    spent: nanoToUsd(run.cost_nano_usd),
    failureReason: run.failure_reason,
  };
}

interface ExpectedFrom {
  run: LatestRun | undefined;
  plan: Plan | null;
  durations: readonly ModelDuration[];
  kind: ModelKind | null;
}

/** Returns the kind of model that a run gets now; null while that cannot be told. */
async function readKind(engine: Services['engine'], tenantId: string): Promise<ModelKind | null> {
  try {
    return hasConnectedModel(await engine.listModels(tenantId)) ? 'provider' : 'offline';
  } catch (error) {
    if (error instanceof EngineUnavailableError) return null;
    throw error;
  }
}

/**
 * Expects the time of the active run, else of a run of all tasks, given or as the last plan has
 * them.
 */
function expectRun(
  engagement: EngagementRow,
  { run, plan, durations, kind }: ExpectedFrom,
): EngagementOverview['expected'] {
  const models = new Map(plan?.tasks.map(({ id, model }) => [id, model]));
  const all = engagement.tasks.length > 0 ? engagement.tasks : (plan?.tasks ?? []);
  const isPart = run && isActive(run.status) ? run.task_ids : null;
  const tasks = isPart ? all.filter(({ id }) => isPart.includes(id)) : all;
  const timed = tasks.map(({ id, dependsOn = [] }) => {
    const planned = models.get(id) ?? null;
    // A plan of before a model was connected names the offline model.
    const isOfKind = planned !== null && (kind === null || kindOf(planned) === kind);
    return { id, dependsOn, model: engagement.model ?? (isOfKind ? planned : null) };
  });
  return expectTime(timed, durations, kind);
}
