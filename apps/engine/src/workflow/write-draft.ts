import { normalizeMarkdown } from '../agents/prompts/normalize-markdown.ts';
import type { DraftInput } from '../agents/prompts/prompt-types.ts';
import { cutIssue, isCut, withoutCutNote } from '../call/cut-answer.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { amendDraft, type WrittenDraft } from './amend-draft.ts';
import { callModel, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { isWeak, observeDraft } from '../steps/observing/observe-draft.ts';
import { unlessUnavailable } from '../steps/calling/unless-unavailable.ts';

/**
 * Drafts, has the observer score it, and revises once what is weak or cut; the better of both is returned. A document
 * that a reviewer has commented on is amended instead.
 */
export async function writeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const { task } = input;
  if (task.amends) return amendDraft(services, input, model, material);
  const write = async (purpose: 'draft' | 'revise', extra: { draft: string; issues: string[] }) => {
    const gather = async () => ({ ...(await material()), ...extra });
    return normalizeMarkdown(
      await callModel(services, input, model, purpose, purpose, task.agentSlug, gather),
      task.name,
    );
  };
  const observe = (draft: string, key: string) => observeDraft(services, input, material, draft, key);

  const draft = await write('draft', { draft: '', issues: [] });
  const asDrafted = { content: draft, noteAnswers: [] };
  const first = await unlessUnavailable(() => observe(draft, 'observe'));
  if (!first) return { ...asDrafted, score: null };
  if (!isWeak(first) && !isCut(draft)) return { ...asDrafted, score: first.score };
  const issues = isCut(draft) ? [cutIssue, ...first.issues] : first.issues;
  const revision = await unlessUnavailable(async () => {
    const content = await write('revise', { draft: withoutCutNote(draft), issues });
    const { score } = await observe(content, 'observe:revised');
    return { content, score, noteAnswers: [] };
  });
  if (!revision) return { ...asDrafted, score: first.score };
  // A whole document goes before a cut one, whatever their scores.
  const better = isCut(draft) === isCut(revision.content) ? revision.score >= first.score : isCut(draft);
  return better ? revision : { ...asDrafted, score: first.score };
}
