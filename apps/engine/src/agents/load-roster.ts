import { fileURLToPath } from 'node:url';
import { readShippedFiles } from '../kernel/shipped-files/read-shipped-files.ts';
import { parseAgentFile, type RosterAgent } from './parse-agent-file.ts';

export type { RosterAgent } from './parse-agent-file.ts';

/** All agents. */
export interface Roster {
  /** Agents that tasks may name, ordered by slug (PLN-3). */
  agents: RosterAgent[];
  /** Returns any agent by slug, including the observer and the evaluator, or undefined. */
  find(slug: string): RosterAgent | undefined;
  /** Turns a brief into a plan. It is one of `agents`. */
  planner: RosterAgent;
  /** Scores drafts during a task. */
  observer: RosterAgent;
  /** Scores finished deliverables against a rubric, independently of the observer. */
  evaluator: RosterAgent;
}

const shippedDirectory = fileURLToPath(new URL('./roster/', import.meta.url));

function requireReserved(bySlug: Map<string, RosterAgent>, slug: string): RosterAgent {
  const agent = bySlug.get(slug);
  if (!agent) throw new Error(`roster: no agent with slug "${slug}"`);
  if (agent.assignable) throw new Error(`${slug}.md: assignable: must be false`);
  // A judging agent sees only what it is given, so that no text can make it search for more.
  if (agent.tools.length > 0) throw new Error(`${slug}.md: tools: must be empty`);
  return agent;
}

/**
 * Makes a roster of agents. Throws for a duplicate slug, or if planner, observer or evaluator is missing or ambiguous.
 */
export function buildRoster(all: RosterAgent[]): Roster {
  const bySlug = new Map<string, RosterAgent>();
  for (const agent of all) {
    if (bySlug.has(agent.slug)) throw new Error(`roster: slug "${agent.slug}" is used twice`);
    bySlug.set(agent.slug, agent);
  }
  const agents = all.filter((agent) => agent.assignable).sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const [planner, ...otherPlanners] = agents.filter((agent) => agent.plans);
  if (!planner || otherPlanners.length > 0)
    throw new Error('roster: exactly one assignable agent must have plans: true');
  return {
    agents,
    find: (slug) => bySlug.get(slug),
    planner,
    observer: requireReserved(bySlug, 'observer'),
    evaluator: requireReserved(bySlug, 'evaluator'),
  };
}

/**
 * Reads and checks every roster file of a folder (by default the shipped one). Call it once, at start.
 * Throws an Error that names the file and the invalid field.
 */
export async function loadRoster(directory: string = shippedDirectory): Promise<Roster> {
  return buildRoster((await readShippedFiles(directory, '.md')).map(parseAgentFile));
}

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    roster: Roster;
  }
}
