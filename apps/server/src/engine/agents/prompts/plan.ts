import type { AgentProfile } from '@ecp/model-calls/prompt-types';
import { taskKinds } from '@ecp/model-calls/task-kinds';
import { type TSchema, Type } from 'typebox';
import { questionFields } from '../tools.ts';
import type { PromptDefinition } from './prompt-sections.ts';
import { agentIntroduction, joinParts, rosterLines } from './prompt-sections.ts';

/** Returns the schema of an agent's slug. `fitSchema` also accepts the agent's name or role. */
export function namedSlugs(agents: AgentProfile[], description: string): TSchema {
  const names = agents.flatMap(({ slug, name, role }) => [
    [name, slug],
    [role, slug],
  ]);
  const slugs = agents.map(({ slug }) => slug);
  if (slugs.length === 0) return Type.String({ description });
  return Type.String({ enum: slugs, aliases: Object.fromEntries(names), description });
}

/** The place of a task in the plan makes it the synthesis. */
const plannedKinds = taskKinds.filter((kind) => kind !== 'synthesis');

const question = Type.Object(
  {
    task: Type.String({ description: 'Id of the task that needs the answer most' }),
    ...questionFields,
  },
  { additionalProperties: false },
);

export const planPrompt: PromptDefinition<'plan'> = {
  purpose: 'plan',
  maxOutputTokens: 6_000,

  outputSchema: ({ roster, maxTasks, maxQuestions = 0 }) => {
    const task = Type.Object(
      {
        id: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Unique, kebab-case, for example market-sizing',
        }),
        name: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The deliverable in 3 to 8 words',
        }),
        description: Type.String({
          minLength: 1,
          description: 'Question, method, content and depth',
        }),
        kind: Type.Optional(
          Type.String({
            enum: [...plannedKinds],
            description: 'What a reader does with it, as listed below',
          }),
        ),
        agent: namedSlugs(roster, 'Slug of the expert who writes it'),
        dependsOn: Type.Array(Type.String(), {
          maxItems: maxTasks,
          description: 'Ids of tasks whose results it needs',
        }),
      },
      { additionalProperties: false },
    );
    const tasks = Type.Array(task, { minItems: 1, maxItems: maxTasks });
    if (maxQuestions === 0) return Type.Object({ tasks }, { additionalProperties: false });
    // Optional, because a plan may have no questions.
    const questions = Type.Optional(Type.Array(question, { maxItems: maxQuestions }));
    return Type.Object({ tasks, questions }, { additionalProperties: false });
  },

  render: ({ agent, roster, maxTasks, maxQuestions = 0 }) => ({
    assignment: joinParts([
      agentIntroduction(agent),
      `The experts you can assign:\n${rosterLines(roster)}`,
      `Plan the work as tasks, at most ${maxTasks}; most briefs need 3 to 6. Each task produces one document.
1. Start from the decision that the client has to take; the question often stands at the end of the brief. Together the tasks answer it; they neither overlap nor leave a part of the brief unanswered.
2. A description says which question the document answers, with which method, which parts of the brief and which sources (by title) it uses, what is out of scope, and what a reader can decide with it.
3. Assign the expert whose skills fit best; use different experts where the work differs.
4. Tasks without a reason to wait run in parallel: dependsOn names only tasks whose results are needed. No cycles.
5. When there are three tasks or more, the last one is the paper for who decides, such as a board: it depends on all others, draws their results together into one answer, and repeats none of them.
6. A description says how long the document is to be where the brief says so. Two documents never hold the same list or table: one has it, the others refer to it.
7. The kind says by what the document is judged: research (what to believe), analysis (which cause or option matters), strategy (which course), plan (people and dates: a timetable, a roadmap), financial (whether to spend money: a model, a budget), creative (which idea), general (all else). Choose it by the task, not by a word in it.
8. Names and descriptions are in the language of the brief. Invent no facts, figures or sources.`,
      maxQuestions === 0
        ? null
        : `Questions: at most ${maxQuestions} to the firm and its client, in the language of the brief, for what decides the work and what neither the brief nor a source gives. Most briefs need none.`,
    ]),
  }),
};
