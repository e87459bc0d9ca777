import type { AgentProfile } from '@ecp/model-calls/prompt-types';
import { readStems } from '../text/read-words.ts';

/** The weighted words of an expert: skills count more than role and department, and those more than the description. */
export interface AgentWords {
  agent: AgentProfile;
  weights: ReadonlyMap<string, number>;
}

/** Reads the words of a roster once. */
export function readRosterWords(roster: AgentProfile[]): AgentWords[] {
  return roster.map((agent) => {
    const weights = new Map<string, number>();
    const add = (text: string, weight: number) => {
      for (const stem of readStems(text)) weights.set(stem, Math.max(weight, weights.get(stem) ?? 0));
    };
    add(agent.instructions.slice(0, 4000), 0.2);
    add(agent.description.slice(0, 2000), 1);
    add(agent.department, 1.5);
    add(agent.role, 2);
    add(agent.skills.join(' '), 3);
    return { agent, weights };
  });
}

/** Scores how well an expert fits a text. Shared words that are rare in the roster count most. */
export function scoreFit(words: AgentWords, roster: AgentWords[], stems: Iterable<string>): number {
  let score = 0;
  for (const stem of new Set(stems)) {
    const weight = words.weights.get(stem);
    if (weight === undefined) continue;
    const known = roster.filter((other) => other.weights.has(stem)).length;
    score += weight * Math.log(1 + roster.length / known);
  }
  return score;
}
