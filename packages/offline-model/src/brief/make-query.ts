import { languages } from '@ecp/language/language';
import type { EngagementBrief, TaskBrief } from '@ecp/model-calls/prompt-types';
import { frameOf } from '../frame/frame-of.ts';
import { readStems, readTopicWords, type Word } from '../text/read-words.ts';

/** Stems that a ranking looks for, with their weights. */
export type Query = ReadonlyMap<string, number>;

const maxDescriptionLength = 4_000;
/** Stems of the words in which a plan names its first and its last task. They find nothing. */
export const planStems: ReadonlySet<string> = new Set(
  languages.flatMap((language) => {
    const { plan } = frameOf(language);
    return readStems([plan.evidence, plan.evidenceTask, plan.synthesis, plan.synthesisTask].join(' '));
  }),
);

/** Returns at most `limit` words that name a task's topic, those of its name first. */
export function readTaskTerms(task: TaskBrief, limit = 14): Word[] {
  return readTopicWords(`${task.name}\n${readAsked(task.description)}`).slice(0, limit);
}

/** Returns the first terms of a task that are neither words of the plan nor the name of the engagement or client. */
export function readOwnTerms({ name, client }: EngagementBrief, task: TaskBrief, limit: number): Word[] {
  const given = new Set(readStems(`${name} ${client}`));
  return readTaskTerms(task, limit).filter(({ stem }) => !given.has(stem) && !planStems.has(stem));
}

/** Makes the query of a task: its name weighs most, then its description, then the engagement's name. */
export function makeTaskQuery(engagement: EngagementBrief, task: TaskBrief): Query {
  const query = new Map<string, number>();
  addWeight(query, engagement.name, 0.3);
  addWeight(query, readAsked(task.description), 1.2);
  addWeight(query, task.name, 3);
  return query;
}

/**
 * Returns the words that a description quotes from the brief, or all of its words if it quotes none. The words around a
 * quote order the work. People and other models write descriptions too, so quotation marks are the only sign of a
 * quote.
 */
export function readAsked(description: string): string {
  const text = description.slice(0, maxDescriptionLength);
  const quoted = [...text.matchAll(/“([^”]+)”|„([^“]+)“|«\s?([^»]+?)\s?»|「([^」]+)」/gu)].map((match) =>
    match.slice(1).find((part) => part !== undefined),
  );
  return quoted.join('\n') || text;
}

/** Makes a query from a free text, in which all topic words have the same weight. */
export function makeTextQuery(text: string): Query {
  const query = new Map<string, number>();
  addWeight(query, text.slice(0, maxDescriptionLength), 1);
  return query;
}

function addWeight(query: Map<string, number>, text: string, weight: number): void {
  for (const { stem } of readTopicWords(text)) query.set(stem, Math.max(weight, query.get(stem) ?? 0));
}
