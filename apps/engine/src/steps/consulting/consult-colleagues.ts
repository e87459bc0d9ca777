import type { Consultation } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { callModel, type TaskWorkflowInput } from '../calling/call-model.ts';
import { leadAgent } from '../calling/task-material.ts';
import { askColleague } from './ask-colleague.ts';
import { maxQuestionsOfLead } from './delegation-limits.ts';

/** Lets the lead agent ask colleagues. Each answer is a separate, recorded call. */
export async function consultColleagues(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
): Promise<Consultation[]> {
  const { task } = input;
  const { questions } = await callModel(services, input, model, 'delegate', 'delegate', task.agentSlug, async () => {
    const { roster, database } = services;
    const run = await readRun(database, input);
    const colleagues = roster.agents.filter(({ slug }) => slug !== task.agentSlug);
    return { engagement: briefOf(run), task, agent: leadAgent(roster, task), colleagues };
  });
  const asked = questions
    .filter(({ agentSlug, question }) => agentSlug !== task.agentSlug && question.trim() !== '')
    .filter(({ agentSlug }) => services.roster.find(agentSlug)?.assignable)
    .filter(({ agentSlug }, index, all) => all.findIndex((other) => other.agentSlug === agentSlug) === index)
    .slice(0, maxQuestionsOfLead);
  const consultations: Consultation[] = [];
  for (const [index, { agentSlug, question }] of asked.entries()) {
    const key = `consult:${index + 1}`;
    const { tenantId, runId } = input;
    const consultation = await askColleague(services, input, model, key, {
      ...{ tenantId, runId, id: `${task.id}/${key}`, taskId: task.id },
      ...{ from: task.agentSlug, to: agentSlug, question, chain: [task.agentSlug], parentId: null },
    });
    if (consultation) consultations.push(consultation);
  }
  return consultations;
}
