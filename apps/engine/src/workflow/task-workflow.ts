import { runAsTenant } from '@ecp/database/current-tenant';
import { defineWorkflow } from '@ecp/durable-work/workflow';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { inSpan } from '@ecp/tracing/tracing';
import { trace } from '@opentelemetry/api';
import type { CallDependencies } from '../call/types/model-call.ts';
import { readRun } from '../kernel/runs/run-store.ts';
import type { TaskEnding } from '../kernel/runs/task-state.ts';
import { routeTask } from '../routing/route-task.ts';
import { isWaiting } from '../steps/asking/ask-people.ts';
import { TaskEndedError, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runRecorded } from '../steps/calling/durable-step.ts';
import { emitTaskComplete, emitTaskStarted } from '../steps/calling/emit-task-events.ts';
import { gatherMaterial } from '../steps/calling/task-material.ts';
import { consultColleagues } from '../steps/consulting/consult-colleagues.ts';
import { type Colleague, findColleagues } from '../steps/consulting/find-colleagues.ts';
import { evaluateDeliverable } from '../steps/evaluating/evaluate-deliverable.ts';
import type { WrittenDraft } from './amend-draft.ts';
import { answerObjections } from './answer-objections.ts';
import { publishChecked } from './publish-checked.ts';
import { writeDraft } from './write-draft.ts';

/**
 * Defines the durable workflow of a task: choose the model, ask colleagues, draft, observe, revise once if weak or
 * truncated, check the citations and deliver, evaluate.
 * The workflow decides. Every line with an outside effect may be repeated: its record is what it stores, such as a
 * routing decision, an answer or an event under its key (architecture, rule 6).
 */
export function defineTaskWorkflow(services: CallDependencies): (input: TaskWorkflowInput) => Promise<TaskEnding> {
  async function runTask(input: TaskWorkflowInput): Promise<TaskEnding> {
    const { task } = input;
    let result: TaskEnding;
    try {
      result = await executeTask(services, input);
    } catch (error) {
      if (!(error instanceof TaskEndedError)) throw error;
      result = error.result;
    }
    if (result.state !== 'waiting') await runRecorded(() => emitTaskComplete(services, input, task, result));
    trace.getActiveSpan()?.setAttribute('task.outcome', result.state);
    return result;
  }
  function tracedTask(input: TaskWorkflowInput): Promise<TaskEnding> {
    const attributes = { 'run.id': input.runId, 'agent.slug': input.task.agentSlug };
    return runAsTenant(input.tenantId, () =>
      inSpan('task', { parent: input.traceparent, attributes }, () => runTask(input)),
    );
  }
  return defineWorkflow('task', tracedTask);
}

async function executeTask(services: CallDependencies, input: TaskWorkflowInput): Promise<TaskEnding> {
  const { task } = input;
  const prepared = await runRecorded(() => prepareTask(services, input));
  if (prepared === 'waiting') return { state: 'waiting', taskId: task.id };
  const { colleagues, ...models } = prepared;
  const consultations = await consultColleagues(services, input, models, colleagues);
  const material = async () => {
    const run = await readRun(services.database, input);
    return { ...(await gatherMaterial(services.database, services.roster, run, task)), consultations };
  };
  const draft = await writeChallenged(services, input, models, material);
  const content = await publishChecked(services, input, models, draft, material);
  const goesOn = await runRecorded(() => evaluateDeliverable(services, input, task, content));
  if (!goesOn) return { state: 'stopped', taskId: task.id };
  return { state: 'completed', taskId: task.id, filename: task.filename };
}

/**
 * Chooses the models of a task and finds the colleagues that it may ask. A pinned model writes alone (contract 8). A
 * task that waits for an answer does not start.
 */
async function prepareTask(
  services: CallDependencies,
  input: TaskWorkflowInput,
): Promise<(TaskModels & { colleagues: Colleague[] }) | 'waiting'> {
  const { task } = input;
  const run = await readRun(services.database, input);
  const mayWait = run.input.engagement.askBack === 'wait';
  if (mayWait && (await isWaiting(services, input, task.id))) return 'waiting';
  const pinned = run.input.engagement.model ?? null;
  const routed = await routeTask(services, input, task, { tasksLeft: input.tasksLeft, pinned });
  await emitTaskStarted(services, input, task, routed);
  const optional = [routed.model, ...routed.fallbacks];
  const required = pinned === null ? optional : [routed.model];
  return { required, optional, colleagues: await findColleagues(services, run, task) };
}

/** Writes the document. One with an adversary answers the objections (contract 11). */
async function writeChallenged(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const draft = await writeDraft(services, input, models, material);
  if (!input.task.isChallenged) return draft;
  return { ...draft, ...(await answerObjections(services, input, models, draft.content, material)) };
}
