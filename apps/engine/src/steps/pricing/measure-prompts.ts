import { maxObjections } from '@ecp/contract/values/review-answers';
import type { DraftInput, PromptInputs } from '@ecp/model-calls/prompt-types';
import { buildPrompt } from '../../agents/prompts/render-prompt.ts';
import { settingOf } from '../../call/prepare-prompt.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import type { TaskPurpose } from './shipped-call-statistics.ts';

/** The material of a task's calls that is known before they are made. */
export interface KnownMaterial {
  draft: Omit<DraftInput, 'upstream' | 'consultations'>;
  rubric: PromptInputs['evaluate']['rubric'];
  observer: DraftInput['agent'];
  evaluator: DraftInput['agent'];
  /** The model that would write the document. Its window bounds the material. */
  model: CatalogModel;
}

/** The size of the known part of a call's prompt, and the most tokens of its answer. */
export interface MeasuredPrompt {
  promptBytes: number;
  /** The part at its beginning that all calls of the run share. */
  sharedBytes: number;
  maxOutputTokens: number;
}

/** The questions of a typical document. The simulation adds their words. */
const bareQuestion = { statement: '', ask: 'carried', figures: [], doubts: [], passages: [] } as const;

/**
 * Renders every call of a task with the known material and returns the size of each. The sizes exclude what earlier
 * calls will write; the simulation of the task adds that.
 */
export function measurePrompts(material: KnownMaterial): Record<TaskPurpose, MeasuredPrompt> {
  const { draft: known, rubric, observer, evaluator, model } = material;
  const { engagement, task, agent } = known;
  // The brief is a prompt's first part. Sources with text are the second, and without them the task's own material is.
  const hasSources = known.sources.some(({ text }) => text !== '');
  const draft: DraftInput = { ...known, upstream: [], consultations: [] };
  const consult = { engagement, task, agent, askedBy: agent, question: '', documents: [] };
  const measure = <P extends TaskPurpose>(purpose: P, input: PromptInputs[P]): MeasuredPrompt => {
    const { system, parts, promptBytes, maxOutputTokens } = buildPrompt(purpose, input, settingOf(model));
    // The judge sees nothing of what the others share but the rules, the repair nothing of the sources.
    const seesSources = hasSources && 'sources' in input && purpose !== 'repair';
    const sharedParts = purpose === 'judge' ? 0 : seesSources ? 2 : 1;
    const shared = parts.slice(0, sharedParts).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    return { promptBytes, sharedBytes: Buffer.byteLength(system) + shared, maxOutputTokens };
  };
  return {
    delegate: measure('delegate', { engagement, task, agent, colleagues: [] }),
    consult: measure('consult', consult),
    draft: measure('draft', draft),
    observe: measure('observe', { ...draft, draft: '', observer }),
    revise: measure('revise', { ...draft, draft: '', issues: [] }),
    repair: measure('repair', { ...draft, document: '', failures: [], more: [] }),
    judge: measure('judge', { engagement, date: null, questions: Array(30).fill(bareQuestion) }),
    challenge: measure('challenge', { engagement, task, document: '', maxObjections }),
    evaluate: measure('evaluate', { engagement, task, agent: evaluator, deliverable: '', rubric }),
  };
}
