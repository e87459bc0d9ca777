import type { DraftInput, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { readDraftFigures } from '../../evidence/check-deliverable.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import { findConflicts } from '../../ledger/find-conflicts.ts';
import { readDocumentFigures } from '../../ledger/read-document-figures.ts';
import { judgeModels } from '../../routing/judge-model.ts';
import { callModel, type TaskWorkflowInput } from '../calling/call-model.ts';
import { taskStartKey } from '../calling/emit-task-events.ts';

/** A draft below this observer score is revised once, if the budget allows. */
const revisionBelow = 75;

/**
 * Asks the observer, who sees what the writer saw, to score a draft. The observer is told which of its figures earlier
 * documents give otherwise (contract 10).
 */
export function observeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  material: () => Promise<DraftInput>,
  draft: string,
  key: string,
): Promise<PromptOutputs['observe']> {
  const { observer } = services.roster;
  const call = { purpose: 'observe' as const, key, agentSlug: observer.slug, models: judgeModels(services.models) };
  const gather = async () => {
    const given = await material();
    const run = await readRun(services.database, input);
    const documents = await readDocumentFigures(services.database, run, { before: taskStartKey(input.task.id) });
    const { filename } = input.task;
    const others = documents.filter((document) => document.filename !== filename && document.figures.length > 0);
    const figures = others.length > 0 ? await readDraftFigures(draft) : [];
    const conflicts = findConflicts([...others, { filename, version: 0, figures }], filename);
    return { ...given, draft, observer, conflicts };
  };
  return callModel(services, input, { ...call, gather });
}

/** Returns true if the observer found a draft weak and said how to improve it. */
export const isWeak = ({ score, issues }: PromptOutputs['observe']): boolean =>
  score < revisionBelow && issues.length > 0;
