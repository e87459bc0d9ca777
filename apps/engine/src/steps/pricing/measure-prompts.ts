import type { DraftInput, PromptInputs, SourceDocument } from '@ecp/model-calls/prompt-types';
import { sourcesSection } from '../../agents/prompts/prompt-sections.ts';
import { buildPrompt } from '../../agents/prompts/render-prompt.ts';
import type { TaskPurpose } from './shipped-call-statistics.ts';

/** The material of a task's calls that is known before they are made. */
export interface KnownMaterial {
  draft: Omit<DraftInput, 'sources' | 'upstream' | 'consultations'>;
  colleagues: PromptInputs['delegate']['colleagues'];
  rubric: PromptInputs['evaluate']['rubric'];
  /** The result of `measureSources`. */
  sourcesBytes: number;
}

/** The size of the known part of a call's prompt, and the most tokens of its answer. */
export interface MeasuredPrompt {
  promptBytes: number;
  maxOutputTokens: number;
}

/** As long as a real fence, so that the sizes are right. */
const fence = '0'.repeat(32);

/** Returns the UTF-8 bytes of the sources in each prompt that shows them. */
export function measureSources(sources: SourceDocument[]): number {
  return Buffer.byteLength(sourcesSection(sources, fence) ?? '');
}

/**
 * Renders every call of a task with the known material and returns the size of each. The sizes exclude what earlier calls
 * will write; the simulation of the task adds that.
 */
export function measurePrompts(material: KnownMaterial): Record<TaskPurpose, MeasuredPrompt> {
  const { draft: known, colleagues, rubric, sourcesBytes } = material;
  const { engagement, task, agent } = known;
  const draft: DraftInput = { ...known, sources: [], upstream: [], consultations: [] };
  const consult = { engagement, task, agent, askedBy: agent, question: '', sources: [], colleagues, advice: [] };
  const measure = <P extends TaskPurpose>(purpose: P, input: PromptInputs[P], shownBytes = 0): MeasuredPrompt => {
    const { promptBytes, maxOutputTokens } = buildPrompt(purpose, input, fence);
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
