import { runAsTenant } from '@ecp/database/current-tenant';
import { defineWorkflow } from '@ecp/durable-work/workflow';
import { inSpan } from '@ecp/tracing/in-span';
import { trace } from '@opentelemetry/api';
import type { CallDependencies } from '../call/types/model-call.ts';
import { readRun } from '../kernel/runs/run-store.ts';
import type { TaskResult } from '../kernel/runs/task-state.ts';
import { routeTask } from '../routing/route-task.ts';
import { TaskEndedError, type TaskWorkflowInput, toResult } from '../steps/calling/call-model.ts';
import { runStep } from '../steps/calling/durable-step.ts';
import { emitTaskComplete, emitTaskStarted } from '../steps/calling/emit-task-events.ts';
import { gatherMaterial } from '../steps/calling/task-material.ts';
import { consultColleagues } from '../steps/consulting/consult-colleagues.ts';
import { evaluateDeliverable } from '../steps/evaluating/evaluate-deliverable.ts';
import { publishChecked } from './publish-checked.ts';
import { writeDraft } from './write-draft.ts';

/**
 * Defines the durable workflow of a task: choose the model, ask colleagues, draft, observe, revise once if weak or
 * truncated, check the citations and deliver, evaluate.
 * The workflow decides. Every line with an outside effect is a step that may be repeated (architecture, rule 6).
 */
export function defineTaskWorkflow(services: CallDependencies): (input: TaskWorkflowInput) => Promise<TaskResult> {
  async function runTask(input: TaskWorkflowInput): Promise<TaskResult> {
    const { task } = input;
    let result: TaskResult;
    try {
      result = await executeTask(services, input);
    } catch (error) {
      if (!(error instanceof TaskEndedError)) throw error;
      result = error.result;
    }
    await runStep(`end:${task.id}`, () => emitTaskComplete(services, input, task, result));
    trace.getActiveSpan()?.setAttribute('task.outcome', result.state);
    return result;
  }
  function tracedTask(input: TaskWorkflowInput): Promise<TaskResult> {
    const attributes = { 'run.id': input.runId, 'agent.slug': input.task.agentSlug };
    return runAsTenant(input.tenantId, () =>
      inSpan('task', { parent: input.traceparent, attributes }, () => runTask(input)),
    );
  }
  return defineWorkflow('task', tracedTask);
}

async function executeTask(services: CallDependencies, input: TaskWorkflowInput): Promise<TaskResult> {
  const { task } = input;
  const { model } = await runStep('route', async () => {
    const { engagement } = (await readRun(services.database, input)).input;
    const pinned = engagement.model ?? null;
    const routed = await routeTask(services, input, task, { tasksLeft: input.tasksLeft, pinned });
    await emitTaskStarted(services, input, task, routed);
    return routed;
  });
  const consultations = await consultColleagues(services, input, model);
  const material = async () => {
    const run = await readRun(services.database, input);
    return { ...(await gatherMaterial(services.database, services.roster, run, task)), consultations };
  };
  const draft = await writeDraft(services, input, model, material);
  const content = await publishChecked(services, input, model, draft, material);
  const evaluated = await runStep('evaluate', () => evaluateDeliverable(services, input, task, content));
  // The document is delivered and stays, but without a score the task counts as failed, with the reason.
  if (evaluated.outcome !== 'answered') throw new TaskEndedError(toResult(task, evaluated));
  return { state: 'completed', taskId: task.id, filename: task.filename };
}
