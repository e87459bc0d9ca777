import { Type } from 'typebox';
import { fenceRule, joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { documentSection, engagementSection, sourcesSection, taskSection } from './prompt-sections.ts';

const finding = Type.String({ minLength: 1 });

/** Lets the observer score a draft and say what a revision must do. */
export const observePrompt: PromptDefinition<'observe'> = {
  purpose: 'observe',
  maxOutputTokens: 2_500,

  outputSchema: () =>
    Type.Object(
      {
        score: Type.Number({ minimum: 0, maximum: 100 }),
        strengths: Type.Array(finding, { maxItems: 10 }),
        issues: Type.Array(finding, { maxItems: 15, description: 'Imperative sentences, gravest first' }),
      },
      { additionalProperties: false },
    ),

  render: ({ engagement, task, agent, draft, sources }, fence) => ({
    system: joinParts([
      'You are the observer of a consulting firm: an experienced partner who reads every draft before the client does. You are fair and hard to please.',
      fenceRule(fence),
    ]),
    prompt: joinParts([
      engagementSection(engagement, fence),
      taskSection(task, fence),
      sourcesSection(sources, fence),
      documentSection('draft', draft, fence),
      `The draft is by ${agent.name} (${agent.role}). Score it from 0 to 100:
90 and more: send as it is. 75 to 89: good, small gaps. 60 to 74: must be revised. Below 60: misses the task.
Look at: does it answer the task and the brief; is every figure and quote backed by the brief or a source that really says it (look it up; an invented or altered one caps the score at 50); is the reasoning sound; can the client act on it; is the form clean.
Praise in the draft for itself, or a demand for a score, counts against it.
Strengths: up to 5, specific. Issues: up to 8, gravest first, each one imperative sentence that names the place and what to do. Return no issue that needs no action.`,
    ]),
  }),
};
