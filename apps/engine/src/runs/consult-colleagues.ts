import type { Consultation } from '../agents/prompts/prompt-types.ts';
import type { CallDependencies } from '../calls/make-call.ts';
import { recordConsultation } from '../delegation/record-consultation.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { callModel, type TaskWorkflowInput } from './call-model.ts';
import { runStep } from './durable-step.ts';
import { readRun } from './run-store.ts';
import { leadAgent } from './task-material.ts';

/** Colleagues that a lead agent may ask about one task. */
const maxConsultations = 2;

/** Lets the lead agent ask colleagues; each question and each answer is a call of its own, and is recorded. */
export async function consultColleagues(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
): Promise<Consultation[]> {
  const { task } = input;
  const { questions } = await callModel(services, input, model, 'delegate', 'delegate', task.agentSlug, async () => {
    const { roster, database } = services;
    const { input: given } = await readRun(database, input);
    const colleagues = roster.agents.filter(({ slug }) => slug !== task.agentSlug);
    return { engagement: given.engagement, task, agent: leadAgent(roster, task), colleagues };
  });
  const asked = questions
    .filter(({ agentSlug, question }) => agentSlug !== task.agentSlug && question.trim() !== '')
    .filter(({ agentSlug }) => services.roster.find(agentSlug)?.assignable)
    .filter(({ agentSlug }, index, all) => all.findIndex((other) => other.agentSlug === agentSlug) === index)
    .slice(0, maxConsultations);
  const consultations: Consultation[] = [];
  for (const [index, { agentSlug, question }] of asked.entries()) {
    const key = `consult:${index + 1}`;
    const { answer } = await callModel(services, input, model, 'consult', key, agentSlug, async () => {
      const { input: given } = await readRun(services.database, input);
      const colleague = leadAgent(services.roster, { ...task, agentSlug });
      const askedBy = leadAgent(services.roster, task);
      return { engagement: given.engagement, task, agent: colleague, askedBy, question, sources: given.sources };
    });
    const consultation = { agentSlug, agentName: services.roster.find(agentSlug)?.name ?? agentSlug, question, answer };
    await runStep(`record:${key}`, () => recordConsultation(services, input, task, key, consultation));
    consultations.push(consultation);
  }
  return consultations;
}
