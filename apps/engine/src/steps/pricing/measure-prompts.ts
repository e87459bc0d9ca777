import type { DraftInput, PromptInputs, SourceDocument } from '@ecp/model-calls/prompt-types';
import { sourcesSection } from '../../agents/prompts/prompt-sections.ts';
import { buildCall } from '../../agents/prompts/render-prompt.ts';
import type { TaskPurpose } from './shipped-call-statistics.ts';

/** What a task's calls are made of, as far as it is known before they are made. */
export interface KnownMaterial {
  draft: Omit<DraftInput, 'sources' | 'upstream' | 'consultations'>;
  colleagues: PromptInputs['delegate']['colleagues'];
  rubric: PromptInputs['evaluate']['rubric'];
  /** Of `measureSources`. */
  sourcesBytes: number;
}

/** A call's prompt as far as it is known, and the most tokens of its answer. */
export interface MeasuredPrompt {
  promptBytes: number;
  maxOutputTokens: number;
}

/** As long as a real one, so that sizes are right. */
const fence = '0'.repeat(32);

/** UTF-8 bytes that the sources take in each prompt that shows them. */
export function measureSources(sources: SourceDocument[]): number {
  return Buffer.byteLength(sourcesSection(sources, fence) ?? '');
}

/**
 * Renders every call of a task with what is known, and gives the size of each: what the calls before it will write is
 * missing there, and is added to by who plays the task.
 */
export function measurePrompts(material: KnownMaterial): Record<TaskPurpose, MeasuredPrompt> {
  const { draft: known, colleagues, rubric, sourcesBytes } = material;
  const { engagement, task, agent } = known;
  const draft: DraftInput = { ...known, sources: [], upstream: [], consultations: [] };
  const consult = { engagement, task, agent, askedBy: agent, question: '', sources: [], colleagues, advice: [] };
  const measure = <P extends TaskPurpose>(purpose: P, input: PromptInputs[P], shownBytes = 0): MeasuredPrompt => {
    const { promptBytes, maxOutputTokens } = buildCall(purpose, input, fence);
    return { promptBytes: promptBytes + shownBytes, maxOutputTokens };
  };
  return {
    delegate: measure('delegate', { engagement, task, agent, colleagues }),
    consult: measure('consult', consult, sourcesBytes),
    draft: measure('draft', draft, sourcesBytes),
    observe: measure('observe', { engagement, task, agent, draft: '', sources: [] }, sourcesBytes),
    revise: measure('revise', { ...draft, draft: '', issues: [] }, sourcesBytes),
    repair: measure('repair', { ...draft, draft: '', failures: [] }, sourcesBytes),
    evaluate: measure('evaluate', { engagement, task, deliverable: '', rubric }),
  };
}
