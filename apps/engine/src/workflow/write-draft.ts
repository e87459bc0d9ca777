import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { normalizeMarkdown } from '../agents/prompts/normalize-markdown.ts';
import { truncationIssueOf, type WrittenText, withTruncationNote } from '../call/truncated-answer.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import { withLocked } from '../sections/locked-sections.ts';
import { callForText, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runRecorded } from '../steps/calling/durable-step.ts';
import { runOptionalStep } from '../steps/calling/run-optional-step.ts';
import { isWeak, observeDraft } from '../steps/observing/observe-draft.ts';
import { amendDraft, type WrittenDraft } from './amend-draft.ts';

/**
 * Drafts a document, lets the observer score it, and revises it once if it is weak or truncated. Returns the better
 * version. A document with a reviewer's notes is amended instead. Sections of people stay as they are (WRI-7).
 */
export async function writeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const { task } = input;
  if (task.amends) return amendDraft(services, input, models, material);
  const previous = task.keepsSections ? await runRecorded(async () => (await material()).previous) : null;
  type Extra = { draft: string; issues: string[] };
  const write = async (purpose: 'draft' | 'revise', extra: Extra): Promise<WrittenText> => {
    const gather = async () => ({ ...(await material()), ...extra });
    const tried = purpose === 'draft' ? models.required : models.optional;
    const call = { purpose, key: purpose, agentSlug: task.agentSlug, models: tried, gather };
    const { content, cut } = await callForText(services, input, call);
    return { content: withLocked(normalizeMarkdown(content, task.name), previous), cut };
  };
  const observe = (text: WrittenText, key: string) =>
    observeDraft(services, input, material, withTruncationNote(text), key);

  const draft = await write('draft', { draft: '', issues: [] });
  const first = await runOptionalStep(services, input, {
    key: 'observe',
    lack: 'no partner has read the draft',
    work: () => observe(draft, 'observe'),
  });
  const unrevised = { ...written(draft), score: first?.score ?? null };
  if (!first || (!isWeak(first) && !draft.cut)) return unrevised;
  const issues = draft.cut ? [truncationIssueOf(draft), ...first.issues] : first.issues;
  const revision = await runOptionalStep(services, input, {
    key: 'revise',
    lack: 'the issues of the partner who read the draft are not mended',
    work: async () => {
      const text = await write('revise', { draft: draft.content, issues });
      const { score } = await observe(text, 'observe:revised');
      return { text, score };
    },
  });
  if (!revision) return unrevised;
  // A complete document is better than a truncated one, whatever their scores.
  const better = draft.cut === revision.text.cut ? revision.score >= first.score : draft.cut;
  return better ? { ...written(revision.text), score: revision.score } : unrevised;
}

const written = (text: WrittenText): Pick<WrittenDraft, 'content' | 'noteAnswers'> => ({
  content: withTruncationNote(text),
  noteAnswers: [],
});
