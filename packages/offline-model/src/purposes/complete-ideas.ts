import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { readStage } from '../brief/classify-task.ts';
import { overlap } from '../brief/find-brief-requests.ts';
import { flattenText } from '../text/clean-line.ts';
import { readStems } from '../text/read-words.ts';
import { capitalize } from '../text/spell-count.ts';

/** A task before it has an id, an expert and dependencies. */
export interface TaskIdea {
  name: string;
  description: string;
  kind: TaskKind;
  stage: number;
}

const fewestTasks = 4;

/** Instructions for a task of each kind, in one sentence. */
export const kindInstructions: Record<TaskKind, string> = {
  research: 'Gather the evidence, with its sources, and say what it does not cover.',
  analysis: 'Set out the present situation, its causes and what follows from them.',
  strategy: 'Weigh the choices against the goals and the limits, and recommend one.',
  plan: 'Turn the findings into dated steps with owners, dependencies and checks.',
  creative: 'Propose what to say, to whom and where, fitting the brand.',
  financial: 'Show costs, revenue and assumptions as figures that can be checked.',
  general: 'Answer it with the evidence at hand and name what is missing.',
};

/** True when two names mean the same task in different words. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() || overlap(new Set(readStems(a)), new Set(readStems(b))) > 0.75;
}

/**
 * Completes the tasks that the brief requests: evidence at the start, a roadmap at the end, and between them the brief's
 * main topics until there are four tasks.
 * @param most highest number of tasks
 * @param topics phrases that the brief is about, most frequent first
 */
export function completeIdeas(
  asked: TaskIdea[],
  { engagement }: PromptInputs['plan'],
  most: number,
  topics: string[],
): TaskIdea[] {
  const ideas = [...asked];
  const name = flattenText(engagement.name, 60) || 'the engagement';
  const client = flattenText(engagement.client, 60) || 'the client';
  const fewest = Math.min(most, fewestTasks);
  const add = (title: string, kind: TaskKind, description: string) => {
    if (ideas.length >= most || ideas.some((other) => isSameName(other.name, title))) return;
    ideas.push({ name: title, kind, stage: readStage(kind), description });
  };
  if (!ideas.some((idea) => idea.stage === 0)) {
    const about = topics
      .slice(0, 3)
      .map((topic) => `“${topic}”`)
      .join(', ');
    const scope = `Establish what brief and sources say${about ? ` on ${about}` : ''}`;
    add(
      `Evidence base: ${flattenText(engagement.name, 150) || client}`,
      'research',
      `${scope}. ${kindInstructions.research}`,
    );
  }
  for (const topic of topics) {
    if (ideas.length >= fewest - 1) break;
    add(
      `${capitalize(topic)}: situation and choices`,
      'analysis',
      `The brief speaks of “${topic}”. ${kindInstructions.analysis}`,
    );
  }
  if (!ideas.some((idea) => idea.kind === 'plan')) {
    const synthesis = `Bring the findings of the other tasks together for ${client}: what to do, in which order, by when, and who owns it.`;
    add(`Recommendations and roadmap for ${name}`, 'plan', synthesis);
  }
  if (ideas.length < fewest)
    add(`Risks and limits of ${name}`, 'analysis', `For ${client}: ${kindInstructions.analysis}`);
  if (ideas.length < fewest)
    add(`Costs and benefits of ${name}`, 'financial', `For ${client}: ${kindInstructions.financial}`);
  return ideas;
}
