import type { AgentProfile, EngagementBrief, TaskBrief } from '@ecp/model-calls/prompt-types';
import type { Query } from '../evidence/rank-passages.ts';
import { readTopicWords, type Word } from '../text/read-words.ts';
import { kindSkills } from './classify-task.ts';

const maxDescriptionLength = 4000;

/** Returns at most `limit` words that name a task's topic, those of its name first. */
export function readTaskTerms(task: TaskBrief, limit = 14): Word[] {
  return readTopicWords(`${task.name}\n${readAsked(task.description)}`).slice(0, limit);
}

/** Returns the first terms of a task that are not just the name of the engagement or the client. */
export function readOwnTerms(engagement: EngagementBrief, task: TaskBrief): Word[] {
  const given = new Set(readTopicWords(`${engagement.name} ${engagement.client}`).map((word) => word.stem));
  return readTaskTerms(task, 8).filter((word) => !given.has(word.stem));
}

/** Makes the query of a task: its name weighs most, then its description, the expert's skills, the engagement's name. */
export function makeTaskQuery(engagement: EngagementBrief, task: TaskBrief, agent: AgentProfile | null): Query {
  const query = new Map<string, number>();
  addWeight(query, kindSkills[task.kind], 0.3);
  addWeight(query, engagement.name, 0.3);
  addWeight(query, (agent?.skills ?? []).join(' '), 0.4);
  addWeight(query, readAsked(task.description), 1.2);
  addWeight(query, task.name, 3);
  return query;
}

/** Returns the quotes of the brief in a description, if any: the words around them only order the work. */
function readAsked(description: string): string {
  const text = description.slice(0, maxDescriptionLength);
  const quoted = [...text.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? '').join('\n');
  return quoted || text;
}

/** Makes a query from a free text, in which all topic words have the same weight. */
export function makeTextQuery(text: string, weight = 1): Map<string, number> {
  const query = new Map<string, number>();
  addWeight(query, text.slice(0, maxDescriptionLength), weight);
  return query;
}

function addWeight(query: Map<string, number>, text: string, weight: number): void {
  for (const { stem } of readTopicWords(text)) query.set(stem, Math.max(weight, query.get(stem) ?? 0));
}
