import type { Citation } from '@ecp/contract/values/citations';
import { withoutMarks } from '@ecp/evidence/marks/without-marks';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { normalizeMarkdown } from '../agents/prompts/normalize-markdown.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import { type CheckedDeliverable, checkDeliverable, listFailures } from '../evidence/check-deliverable.ts';
import { recordTaskOutcome } from '../routing/route-task.ts';
import { renderAnswers } from '../sections/answers-section.ts';
import { failuresInChangedSections, restoreUnchangedSections } from '../sections/keep-unchanged-sections.ts';
import { callForText, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runStep } from '../steps/calling/durable-step.ts';
import { emitDeliverable } from '../steps/calling/emit-task-events.ts';
import { readDelivered } from '../steps/calling/read-documents.ts';
import { runOptionalStep } from '../steps/calling/run-optional-step.ts';
import type { WrittenDraft } from './amend-draft.ts';

/** A repair must keep at least this share of the document and of its verified citations. */
const minKept = 0.5;

/**
 * Checks the citations of the final draft against the stored texts and publishes it. If some fail and the budget allows,
 * the same agent repairs them once; the better of both versions is published.
 * Checking and publishing are one step, so that a draft without failures needs no further step. A document that the run has
 * already delivered, as under an older release, stays unchanged.
 * @returns the published document
 */
export async function publishChecked(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  { content: draft, score, noteAnswers }: WrittenDraft,
  material: () => Promise<DraftInput>,
): Promise<string> {
  const publish = async (checked: CheckedDeliverable) => {
    await emitDeliverable(services, input, input.task, { ...checked, noteAnswers });
    await recordTaskOutcome(services, input, input.task.id, score);
  };
  const unmarked = withoutMarks(draft);
  const { failures, content } = await runStep('publish', async () => {
    const given = await material();
    const checked = await checkDeliverable(draft, given);
    const all = listFailures(checked.citations);
    const previous = previousOf(input, given);
    const failed = previous === null ? all : failuresInChangedSections(all, unmarked, previous);
    const { id } = input.task;
    const delivered = (await readDelivered(services.database, input, [id])).get(id)?.content ?? null;
    if (failed.length === 0) await publish(checked);
    else if (delivered !== null) await recordTaskOutcome(services, input, input.task.id, score);
    return { failures: delivered === null ? failed : [], content: delivered ?? checked.content };
  });
  if (failures.length === 0) return content;
  const repaired = await repair(services, input, models, unmarked, failures, material);
  return runStep('publish:repaired', async () => {
    const given = await material();
    const previous = previousOf(input, given);
    const kept = repaired && previous !== null ? restoreUnchangedSections(unmarked, repaired, previous) : repaired;
    // A repair must not change the note answers.
    const better = await pickBetter(draft, kept && renderAnswers(kept, noteAnswers, given.engagement.language), given);
    await publish(better);
    return better.content;
  });
}

/** Returns the version that an amended document is based on, whose text is not repaired. Null for other documents. */
function previousOf({ task }: TaskWorkflowInput, { previous }: DraftInput): string | null {
  return task.amends ? withoutMarks(previous?.content ?? '') : null;
}

/** Returns the document that the agent repaired, or null if it is missing or truncated. */
function repair(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  draft: string,
  failures: Citation[],
  material: () => Promise<DraftInput>,
): Promise<string | null> {
  const work = async () => {
    const failed = failures.map(({ footnote, claim, quote, reason, passage }) => {
      return { footnote, claim, quote, reason: reason ?? '', passage };
    });
    const gather = async () => ({ ...(await material()), draft, failures: failed });
    const { task } = input;
    const call = { purpose: 'repair' as const, key: 'repair', agentSlug: task.agentSlug, models: models.optional };
    const { content, cut } = await callForText(services, input, { ...call, gather });
    return cut ? null : normalizeMarkdown(content, task.name);
  };
  return runOptionalStep(services, input, { key: 'repair', lack: 'failed citations are not repaired', work });
}

async function pickBetter(draft: string, repaired: string | null, material: DraftInput): Promise<CheckedDeliverable> {
  const first = await checkDeliverable(draft, material);
  if (repaired === null || repaired.length < draft.length * minKept) return first;
  const second = await checkDeliverable(repaired, material);
  const [before, after] = [listFailures(first.citations).length, listFailures(second.citations).length];
  const held = second.citations.length - after >= (first.citations.length - before) * minKept;
  return after < before && held ? second : first;
}
