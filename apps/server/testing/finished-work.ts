import type { RunFailure } from '@ecp/contract/values/run-facts';
import { createId } from '@ecp/database/create-id';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import type { TestPlatform } from './start-test-platform.ts';

/** A task of a finished run, as evaluator and reviewers left it. */
export interface FinishedTask {
  taskId?: string;
  model?: string;
  agent?: string;
  costUsd?: number;
  /** Absent when the evaluator gave no score. */
  score?: number;
  rubricType?: string;
  rubricVersion?: number;
  criteria?: { id: string; score: number; comment: string }[];
  approvalStatus?: 'pending_review' | 'approved' | 'revision_requested' | 'rejected';
}

export interface FinishedRun {
  /** Default: a new engagement with a budget of 5 USD. */
  engagementId?: string;
  finishedAt: Date;
  tasks?: FinishedTask[];
  /** Why the run failed; absent when it completed. */
  failure?: RunFailure;
  version?: number;
}

/**
 * Inserts a finished run with analytics, scores and reviewed deliverables without the API; returns
 * its engagement.
 */
export async function addFinishedRun(
  { database, asSuperuser }: Pick<TestPlatform, 'database' | 'asSuperuser'>,
  tenantId: string,
  run: FinishedRun,
): Promise<string> {
  const { finishedAt, tasks = [{}], version = 1 } = run;
  const engagementId =
    run.engagementId ?? (await insertEngagement(database, tenantId, { status: 'completed' }));
  const routed = tasks.map((task, index) => ({
    taskId: task.taskId ?? `task-${index}`,
    agentSlug: task.agent ?? 'strategist',
    agentRole: 'Strategist',
    department: 'Strategy',
    selectedModel: task.model ?? 'local/extractive',
    observerScore: null,
    cost: task.costUsd ?? 0.1,
  }));
  const costNanoUsd = Math.round(routed.reduce((sum, { cost }) => sum + cost, 0) * 1e9);
  const runId = await insertRun(database, tenantId, engagementId, {
    startedAt: finishedAt,
    costNanoUsd,
  });
  await asSuperuser(
    'update platform.runs set analytics = $2, failure_reason = $3, error = $4 where id = $1',
    [
      runId,
      JSON.stringify({ agents: [], delegations: [], modelRouting: routed }),
      run.failure?.reason ?? null,
      run.failure?.message ?? null,
    ],
  );
  for (const [index, task] of tasks.entries()) {
    const taskId = task.taskId ?? `task-${index}`;
    const about = { runId, filename: `${taskId}.md`, taskId, version, createdAt: finishedAt };
    const deliverableId = await insertDeliverable(database, tenantId, engagementId, about);
    const {
      approvalStatus = 'pending_review',
      score,
      rubricType = 'strategy',
      rubricVersion = 1,
      criteria = [],
    } = task;
    await asSuperuser(
      'update platform.deliverables set approval_status = $2, reviewed_at = $3 where id = $1',
      [deliverableId, approvalStatus, approvalStatus === 'pending_review' ? null : finishedAt],
    );
    if (score === undefined) continue;
    await asSuperuser(
      `insert into platform.quality_scores (id, tenant_id, engagement_id, run_id, task_id, task_name, score, rubric_type,
        rubric_version, feedback, criteria, created_at) values ($1, $2, $3, $4, $5, $5, $6, $7, $8, 'f', $9, $10)`,
      [
        createId(),
        tenantId,
        engagementId,
        runId,
        taskId,
        score,
        rubricType,
        rubricVersion,
        JSON.stringify(criteria),
        finishedAt,
      ],
    );
  }
  return engagementId;
}
