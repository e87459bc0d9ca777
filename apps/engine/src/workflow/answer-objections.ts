import type { Objection } from '@ecp/contract/values/review-answers';
import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../call/types/model-call.ts';
import { markForEdits } from '../models/offline-model.ts';
import { callModel, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runOptionalStep } from '../steps/calling/run-optional-step.ts';
import { challengeDraft } from '../steps/challenging/challenge-draft.ts';
import { touchable } from './amend-draft.ts';

/**
 * Lets another provider's model object to the synthesis and its writer answer in one amendment (contract 11). Returns
 * the amended text with the objections and their answers. The text stays as it is if there are no objections, or if the
 * writer does not answer.
 */
export async function answerObjections(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  draft: string,
  material: () => Promise<DraftInput>,
): Promise<{ content: string; objections: Objection[] }> {
  const raised = await challengeDraft(services, input, models, draft);
  if (raised.length === 0) return { content: draft, objections: [] };
  const before = markForEdits(cutSections(draft), models.optional);
  const notes = raised.map(({ objection, passage, citation }) => {
    return `${objection}\nPassage: ${passage}${citation === null ? '' : `\nIt rests on: ${citation}`}`;
  });
  const answer = await runOptionalStep(services, input, {
    ...{ key: 'amend:objections', lack: 'the objections of the adversary are not answered' },
    work: () =>
      callModel(services, input, {
        ...{ purpose: 'amend', key: 'amend:objections', agentSlug: input.task.agentSlug, models: models.optional },
        gather: async () => ({
          ...(await material()),
          ...{
            reviewNotes: notes,
            comments: [],
            sourceChanges: [],
            footnotes: before.footnotes,
            editable: null,
            issues: [],
          },
          sections: before.sections.map(({ raw }) => raw),
          asked: notes.map((_, index) => index + 1),
        }),
      }),
  });
  const mayTouch = touchable(before, { editable: null, locked: [] });
  const content = answer ? joinSections(applyEdits(before, answer.edits, mayTouch)) : draft;
  const objections = raised.map((objection, index): Objection => {
    const given = answer?.answers.find(({ note }) => note === index + 1);
    return { ...objection, answer: given ? { status: given.status, text: given.answer } : null };
  });
  return { content, objections };
}
