import { Type } from 'typebox';
import { joinParts } from './fenced-text.ts';
import { namedSlugs } from './named-slugs.ts';
import type { PromptDefinition } from './prompt-definition.ts';
import { agentIntroduction, rosterLines } from './prompt-sections.ts';

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
        agent: namedSlugs(roster, 'Slug of the expert who writes it'),
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

  render: ({ agent, roster, maxTasks }) => ({
    assignment: joinParts([
      agentIntroduction(agent),
      `The experts you can assign:\n${rosterLines(roster)}`,
      `Plan the work as tasks, at most ${maxTasks}; most briefs need 3 to 6. Each task produces one document.
1. Start from the decision that the client has to take; the question often stands at the end of the brief. Together the tasks answer it; they neither overlap nor leave a part of the brief unanswered.
2. A description says which question the document answers, with which method, which parts of the brief and which sources (by title) it uses, what is out of scope, and what a reader can decide with it.
3. Assign the expert whose skills fit best; use different experts where the work differs.
4. Tasks without a reason to wait run in parallel: dependsOn names only tasks whose results are needed. No cycles.
5. End with a task that draws the results together into recommendations, when there is more than one task.
6. Names and descriptions are in the language of the brief. Invent no facts, figures or sources.`,
    ]),
  }),
};
