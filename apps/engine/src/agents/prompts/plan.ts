import { Type } from 'typebox';
import { fenceRule, joinParts } from './fenced-text.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { engagementSection, rosterLines, sourcesSection } from './prompt-sections.ts';

/** Turns a brief without tasks into a task list (PLN-1). */
export const planPrompt: PromptDefinition<'plan'> = {
  purpose: 'plan',
  maxOutputTokens: 6_000,

  outputSchema: ({ roster, maxTasks }) => {
    const task = Type.Object(
      {
        id: Type.String({ minLength: 1, maxLength: 100, description: 'Unique, kebab-case, for example market-sizing' }),
        name: Type.String({ minLength: 1, maxLength: 200, description: 'The deliverable in 3 to 8 words' }),
        description: Type.String({
          minLength: 1,
          description: 'Question, method, content and depth',
        }),
        agent: Type.String({
          enum: roster.map((agent) => agent.slug),
          description: 'Slug of the expert who writes it',
        }),
        dependsOn: Type.Array(Type.String(), {
          maxItems: maxTasks,
          description: 'Ids of tasks whose results it needs',
        }),
      },
      { additionalProperties: false },
    );
    return Type.Object(
      { tasks: Type.Array(task, { minItems: 1, maxItems: maxTasks }) },
      { additionalProperties: false },
    );
  },

  render: ({ engagement, sources, roster, maxTasks }, fence) => ({
    system: joinParts([
      'You are the engagement manager of a consulting firm. You turn a client brief into a work plan that a partner would sign.',
      fenceRule(fence),
      `The experts you can assign:\n${rosterLines(roster)}`,
    ]),
    prompt: joinParts([
      engagementSection(engagement, fence),
      sourcesSection(sources, fence),
      `Plan the work as tasks, at most ${maxTasks}; most briefs need 3 to 6. Each task produces one document.
Rules:
1. Start from the decision the client has to take. Together the tasks answer it; they neither overlap nor leave a part of the brief unanswered.
2. A description says which question the document answers, with which method, which parts of the brief and which source ids it uses, and what a reader can decide with it.
3. Assign the expert whose skills fit best; use different experts where the work differs.
4. Tasks without a reason to wait run in parallel: dependsOn names only tasks whose results are needed. No cycles.
5. End with a task that draws the results together into recommendations, when there is more than one task.
6. Write in the language of the brief. Invent no facts, figures or sources.`,
    ]),
  }),
};
