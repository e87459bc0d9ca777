import type { AnsweredAssumption, StaleCause } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { isInternal } from './deliverable-rows.ts';

/**
 * One reason why a version is stale: a version that it was built on, or an answered question. The
 * other is null.
 */
export interface StaleRow {
  deliverable_id: string;
  task_id: string | null;
  filename: string | null;
  used_version: number | null;
  latest_version: number | null;
  question_id: string | null;
  question: string | null;
}

/** The reasons why a version is stale; none if it is not. */
interface Staleness {
  stale: boolean;
  staleBecause: StaleCause[];
  answeredAssumptions: AnsweredAssumption[];
}

/** Selects why versions of an engagement's files, or of one file, are stale. */
export function selectStaleCauses(
  tenantId: string,
  engagementId: string,
  filename?: string,
): Statement<StaleRow> {
  return {
    name: 'select_stale_causes',
    text: `select u.deliverable_id, used.task_id, used.filename, used.version as used_version,
        latest.version as latest_version, null::text as question_id, null::text as question
      from platform.deliverables d
      join platform.deliverable_upstreams u on u.tenant_id = d.tenant_id and u.deliverable_id = d.id
      join platform.deliverables used on used.tenant_id = u.tenant_id and used.id = u.upstream_id
      cross join lateral (
        select max(version) as version from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename = used.filename
      ) latest
      where d.tenant_id = $1 and d.engagement_id = $2 and ($3::text is null or d.filename = $3)
        and latest.version > used.version and used.task_id is not null
      union all
      select a.deliverable_id, null, null, null, null, q.id, q.question
      from platform.questions q
      join platform.deliverable_assumptions a
        on a.tenant_id = q.tenant_id and a.engagement_id = q.engagement_id and a.question_id = q.id
      join platform.deliverables d on d.tenant_id = a.tenant_id and d.id = a.deliverable_id
      where q.tenant_id = $1 and q.engagement_id = $2 and q.status = 'answered'
        and ($3::text is null or d.filename = $3)
      order by filename, deliverable_id, question_id`,
    values: [tenantId, engagementId, filename ?? null],
  };
}

/**
 * Returns a function that tells by a version's id whether and why it is stale, from the rows of
 * selectStaleCauses.
 */
export function readStaleness(rows: StaleRow[]): (id: string) => Staleness {
  const causes = Map.groupBy(rows, ({ deliverable_id }) => deliverable_id);
  return (id) => {
    const own = causes.get(id) ?? [];
    return {
      stale: own.length > 0,
      staleBecause: own.flatMap(toStaleCause),
      answeredAssumptions: own.flatMap(({ question_id: questionId, question }) =>
        questionId === null || question === null ? [] : [{ questionId, question }],
      ),
    };
  };
}

function toStaleCause(row: StaleRow): StaleCause[] {
  const {
    task_id: taskId,
    filename,
    used_version: usedVersion,
    latest_version: latestVersion,
  } = row;
  if (taskId === null || filename === null || usedVersion === null || latestVersion === null)
    return [];
  return [{ taskId, filename, usedVersion, latestVersion }];
}

interface Task {
  id: string;
  name: string;
  dependsOn?: string[];
}

export interface StaleTask {
  taskId: string;
  name: string;
  filename: string;
}

interface LatestRow {
  id: string;
  task_id: string;
  filename: string;
}

/**
 * Lists the tasks with a stale latest deliverable and the tasks downstream of them, in the order of
 * dependency.
 */
export async function listStaleTasks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tasks: readonly Task[],
): Promise<StaleTask[]> {
  const { rows: causes } = await tx.query(selectStaleCauses(tenantId, engagementId));
  if (causes.length === 0) return [];
  const staleness = readStaleness(causes);
  const { rows } = await tx.query<LatestRow>({
    name: 'list_latest_of_tasks',
    text: `select distinct on (task_id) id, task_id, filename from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and task_id is not null
      order by task_id, created_at desc, version desc`,
    values: [tenantId, engagementId],
  });
  const latest = new Map(
    rows.filter(({ filename }) => !isInternal(filename)).map((row) => [row.task_id, row]),
  );
  const stale = new Map<string, StaleTask>();
  for (const { id: taskId, name, dependsOn = [] } of inGraphOrder(tasks)) {
    const file = latest.get(taskId);
    if (!file) continue;
    if (!staleness(file.id).stale && !dependsOn.some((id) => stale.has(id))) continue;
    stale.set(taskId, { taskId, name, filename: file.filename });
  }
  return [...stale.values()];
}

/** Puts each task after those that it depends on. The dependencies have no cycle. */
function inGraphOrder(tasks: readonly Task[]): Task[] {
  const ordered = new Map<string, Task>();
  const visit = (task: Task): void => {
    if (ordered.has(task.id)) return;
    for (const need of tasks.filter(({ id }) => task.dependsOn?.includes(id))) visit(need);
    ordered.set(task.id, task);
  };
  for (const task of tasks) visit(task);
  return [...ordered.values()];
}
