import type { Consultation } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import { callModel, type TaskModels, type TaskWorkflowInput } from '../calling/call-model.ts';
import { runOptionalStep } from '../calling/run-optional-step.ts';
import { leadAgent } from '../calling/task-material.ts';
import { askColleague } from './ask-colleague.ts';
import { maxQuestionsOfLead } from './delegation-limits.ts';
import type { Colleague } from './find-colleagues.ts';

/**
 * Lets the lead agent ask colleagues about documents that it does not see. Each answer is a separate, recorded call.
 */
export async function consultColleagues(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  colleagues: readonly Colleague[],
): Promise<Consultation[]> {
  if (colleagues.length === 0) return [];
  const { task, tenantId, runId } = input;
  const delegated = await runOptionalStep(services, input, {
    key: 'delegate',
    lack: 'no colleague was asked',
    work: () => askLead(services, input, models, colleagues),
  });
  const asked = (delegated?.questions ?? [])
    .filter(({ question }) => question.trim() !== '')
    .filter(({ agentSlug }, index, all) => all.findIndex((other) => other.agentSlug === agentSlug) === index)
    .slice(0, maxQuestionsOfLead);
  const consultations: Consultation[] = [];
  for (const [index, { agentSlug, question }] of asked.entries()) {
    const colleague = colleagues.find(({ slug }) => slug === agentSlug);
    if (!colleague) continue;
    const key = `consult:${index + 1}`;
    const about = { tenantId, runId, id: `${task.id}/${key}`, taskId: task.id, from: task.agentSlug, to: agentSlug };
    const consultation = await runOptionalStep(services, input, {
      key,
      lack: `the advice of ${agentSlug} is missing`,
      work: () => askColleague(services, input, models, key, { ...about, question }, colleague),
    });
    if (consultation) consultations.push(consultation);
  }
  return consultations;
}

function askLead(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  colleagues: readonly Colleague[],
) {
  const { roster, database } = services;
  const { task } = input;
  const gather = async () => {
    const run = await readRun(database, input);
    const engagement = briefOf(run);
    const asked = colleagues.map(({ slug, taskIds }) => {
      const documents = engagement.tasks.filter(({ id }) => taskIds.includes(id)).map(({ name }) => name);
      return { agent: leadAgent(roster, { agentSlug: slug }), documents };
    });
    return { engagement, task, agent: leadAgent(roster, task), colleagues: asked };
  };
  const call = { purpose: 'delegate' as const, key: 'delegate', agentSlug: task.agentSlug, models: models.optional };
  return callModel(services, input, { ...call, gather });
}
