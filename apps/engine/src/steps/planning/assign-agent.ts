import type { Roster, RosterAgent } from '../../agents/load-roster.ts';
import { splitWords } from './split-words.ts';
import { kindByWords } from './task-kind.ts';
import { languageOfTask, withEnglishTerms } from './translate-terms.ts';

/** Returns the words that describe an expert, each with the weight of the strongest field that contains it. */
function describeAgent(agent: RosterAgent): Map<string, number> {
  const weights = new Map<string, number>();
  const places: [string, number][] = [
    [agent.skills.join(' '), 3],
    [`${agent.name} ${agent.role}`, 3],
    [agent.department, 2],
    [agent.description, 1],
  ];
  for (const [text, weight] of places) {
    for (const word of splitWords(text)) weights.set(word, Math.max(weight, weights.get(word) ?? 0));
  }
  return weights;
}

/**
 * Chooses the expert for a task that names none (PLN-2): the one whose skills, role, department and description share
 * most words with it. Rare words count more than common ones, and the name more than the description. The task kind and
 * then the roster's order break ties. Without any match the planner takes the task.
 */
export function assignAgent(task: { name: string; description: string }, roster: Roster): RosterAgent {
  const known = roster.agents.map((agent) => ({ agent, words: describeAgent(agent) }));
  const kind = kindByWords(task);
  const language = languageOfTask(task);
  const nameWords = new Set(splitWords(withEnglishTerms(task.name, language)));
  const words = new Set([...nameWords, ...splitWords(withEnglishTerms(task.description, language))]);
  const importance = new Map<string, number>();
  for (const word of words) {
    const holders = known.filter((entry) => entry.words.has(word)).length;
    if (holders > 0) importance.set(word, Math.log(1 + known.length / holders) * (nameWords.has(word) ? 3 : 1));
  }
  let best = { agent: roster.planner, score: 0 };
  for (const { agent, words: agentWords } of known) {
    let score = kind !== null && agent.leads.includes(kind) ? 6 : 0;
    for (const [word, weight] of importance) score += weight * (agentWords.get(word) ?? 0);
    if (score > best.score) best = { agent, score };
  }
  return best.agent;
}
