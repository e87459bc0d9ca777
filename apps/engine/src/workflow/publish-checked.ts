import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../call/types/model-call.ts';
import { applyRepair } from '../evidence/apply-repair.ts';
import type { CheckedDeliverable } from '../evidence/check-deliverable.ts';
import { emitTogether } from '../kernel/events/emit-event.ts';
import { outcomeStatement } from '../routing/route-task.ts';
import { withAssumptions } from '../sections/assumptions-section.ts';
import { lockedTexts, withLocked } from '../sections/locked-sections.ts';
import { TaskEndedError, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runRecorded } from '../steps/calling/durable-step.ts';
import { emitDeliverable } from '../steps/calling/emit-task-events.ts';
import { readDelivered } from '../steps/calling/read-documents.ts';
import { type CheckDocument, openCheck } from '../steps/judging/check-document.ts';
import { JudgeStoppedError } from '../steps/judging/judge-claims.ts';
import type { WrittenDraft } from './amend-draft.ts';
import { askForRepair, logRepair, planRepair, type RepairPlan } from './repair-citations.ts';
import { withVerifiedQueries } from './verified-material.ts';

/** The result of the first check: the published document, or what a repair must mend. */
type FirstCheck = { outcome: 'published'; content: string } | { outcome: 'open'; plan: RepairPlan };

/**
 * Checks the statements of the final draft against the stored texts and publishes it. If some are open, or the
 * observer wants sentences changed, and the budget allows, the same agent mends these sentences once; the better of both versions is published. The check writes
 * nothing into it. A document that the run has already delivered stays unchanged and is its own record: a repeated
 * workflow checks nothing again.
 * @returns the published document
 */
export async function publishChecked(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  { content: draft, score, noteAnswers, issues = [], objections }: WrittenDraft,
  material: () => Promise<DraftInput>,
): Promise<string> {
  type Published = { assumptions: string[]; base: DraftInput['previous'] };
  const publish = async (checked: CheckedDeliverable, { assumptions, base }: Published) => {
    const finished = { ...checked, noteAnswers, assumptions, objections, base, score };
    await emitDeliverable(services, input, input.task, finished);
  };
  const first = await runChecked(input, async (): Promise<FirstCheck> => {
    const { id } = input.task;
    const delivered = (await readDelivered(services.database, input, [id])).get(id);
    if (delivered) {
      const { content, citations, figures } = delivered;
      // A process of an earlier release may have died after the event and before what follows it.
      if (citations && figures) await publish({ content, citations, figures }, { assumptions: [], base: null });
      else
        await emitTogether(services.database, input.tenantId, [outcomeStatement(input, id, { observerScore: score })]);
      return { outcome: 'published', content };
    }
    const given = await withVerifiedQueries(services, input, draft, await material());
    const { content: stated, ids } = stateAssumptions(draft, given, input.task.amends === true);
    const checked = await (await openCheck(services, input, models, given))(stated);
    const plan = planRepair(checked, {
      previous: input.task.amends ? (given.previous?.content ?? '') : null,
      locked: lockedTexts(given.previous),
      issues,
    });
    if (plan.failures.length > 0) return { outcome: 'open', plan };
    await publish(checked, { assumptions: ids, base: given.previous });
    return { outcome: 'published', content: checked.content };
  });
  if (first.outcome === 'published') return first.content;
  const answers = await askForRepair(services, input, models, first.plan, { document: draft, material });
  return runChecked(input, async () => {
    const texts = [draft, ...(answers ?? []).flatMap(({ sentence, footnotes }) => [sentence, ...footnotes])];
    const given = await withVerifiedQueries(services, input, texts.join('\n'), await material());
    const check: CheckDocument = await openCheck(services, input, models, given);
    const { content: stated, ids } = stateAssumptions(draft, given, input.task.amends === true);
    const { failures } = first.plan;
    const repaired = await applyRepair(await check(stated), failures, answers ?? [], models.optional, check);
    if (answers) await logRepair(services, input, failures.length, repaired);
    await publish(repaired.checked, { assumptions: ids, base: given.previous });
    return repaired.checked.content;
  });
}

/**
 * Returns the document with the sections of people and the assumptions that it rests on, and the ids of their questions:
 * those that its task asked without an answer (contract 11).
 */
function stateAssumptions(draft: string, { task, questions = [], engagement, previous }: DraftInput, amends: boolean) {
  const assumed = questions.filter(({ taskId, answer }) => taskId === task.id && answer === null);
  // What the reviewed version said, or no longer said, of earlier questions is the reviewer's to decide.
  const toState = assumed.filter(({ isEarlier }) => !(amends && isEarlier));
  const content = withLocked(withAssumptions(draft, toState, engagement.language), previous);
  return { content, ids: assumed.map(({ id }) => id) };
}

/** Runs a check, which may ask the judge and whose record is the document. A run that is stopped ends the task. */
async function runChecked<Result>({ task }: TaskWorkflowInput, work: () => Promise<Result>): Promise<Result> {
  const result = await runRecorded(async () => {
    try {
      return { stopped: false as const, result: await work() };
    } catch (error) {
      if (error instanceof JudgeStoppedError) return { stopped: true as const };
      throw error;
    }
  });
  if (result.stopped) throw new TaskEndedError({ state: 'stopped', taskId: task.id });
  return result.result;
}
