import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { normalizeMarkdown } from '../agents/prompts/normalize-markdown.ts';
import { truncationIssueOf, type WrittenText, withTruncationNote } from '../call/truncated-answer.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import { listPoints, takeAnswers } from '../sections/answers-section.ts';
import { withLocked } from '../sections/locked-sections.ts';
import { callForText, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runRecorded } from '../steps/calling/durable-step.ts';
import { runOptionalStep } from '../steps/calling/run-optional-step.ts';
import { observeDraft, reviseByIssues } from '../steps/observing/observe-draft.ts';
import { amendDraft, type WrittenDraft } from './amend-draft.ts';

/**
 * Drafts a document, lets the observer score it, and revises it by the observer's issues. Returns the best version. A document with a reviewer's notes is amended instead. Sections of people stay as they are (WRI-7).
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
  const notes = await runRecorded(async () => listPoints(await material()));
  type Extra = { draft: string; issues: string[] };
  const write = async (key: string, extra: Extra): Promise<WrittenVersion> => {
    const gather = async () => ({ ...(await material()), ...extra });
    const purpose = key === 'draft' ? 'draft' : 'revise';
    const tried = purpose === 'draft' ? models.required : models.optional;
    const call = { purpose, key, agentSlug: task.agentSlug, models: tried, gather } as const;
    const { content, cut } = await callForText(services, input, call);
    const { content: text, noteAnswers } = takeAnswers(normalizeMarkdown(content, task.name), notes);
    return { content: withLocked(text, previous), cut, noteAnswers };
  };
  const draft = await write('draft', { draft: '', issues: [] });
  const first = await runOptionalStep(services, input, {
    key: 'observe',
    lack: 'no partner has read the draft',
    work: () => observeDraft(services, input, material, withTruncationNote(draft), { key: 'observe' }),
  });
  if (!first) return { ...written(draft), score: null };
  const { version, score, left } = await reviseByIssues<WrittenVersion>(draft, first, {
    contentOf: (text) => withTruncationNote(text),
    revise: (text, issues, key) => write(key, { draft: text.content, issues }),
    observe: (text, key, earlier) =>
      observeDraft(services, input, material, withTruncationNote(text), { key, earlier }),
    optional: (key, work) => {
      const lack = 'the issues of the partner who read the draft are not mended';
      return runOptionalStep(services, input, { key, lack, work });
    },
    mustMend: (text) => (text.cut ? truncationIssueOf(text) : null),
  });
  return { ...written(version), score, issues: left };
}

/** A version of a document with the answers to notes that stood in its text. */
interface WrittenVersion extends WrittenText {
  noteAnswers: NoteAnswer[];
}

const written = (version: WrittenVersion): Pick<WrittenDraft, 'content' | 'noteAnswers'> => ({
  content: withTruncationNote(version),
  noteAnswers: version.noteAnswers,
});
