import { fileURLToPath } from 'node:url';
import { readShippedFiles } from '../kernel/shipped-files/read-shipped-files.ts';
import { parseAgentFile, type RosterAgent } from './parse-agent-file.ts';

export type { RosterAgent } from './parse-agent-file.ts';

/** The experts that do the work. */
export interface Roster {
  /** Agents that tasks may name, ordered by slug (PLN-3). */
  agents: RosterAgent[];
  /** Any agent by slug, the observer and the evaluator too; undefined when there is none. */
  find(slug: string): RosterAgent | undefined;
  /** Turns a brief into a plan; one of `agents`. */
  planner: RosterAgent;
  /** Scores drafts while a task runs. */
  observer: RosterAgent;
  /** Scores finished deliverables against a rubric, apart from the observer. */
  evaluator: RosterAgent;
}

const shippedDirectory = fileURLToPath(new URL('./roster/', import.meta.url));

function requireReserved(bySlug: Map<string, RosterAgent>, slug: string): RosterAgent {
  const agent = bySlug.get(slug);
  if (!agent) throw new Error(`roster: no agent with slug "${slug}"`);
  if (agent.assignable) throw new Error(`${slug}.md: assignable: must be false`);
  // Who judges looks at what it is shown, and nothing it reads can make it reach for more.
  if (agent.tools.length > 0) throw new Error(`${slug}.md: tools: must be empty`);
  return agent;
}

/** Puts agents together as a roster. Throws when a slug doubles, or planner, observer or evaluator is not clear. */
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
 * Reads and checks every roster file of a folder (the shipped one by default); meant to run once, at start.
 * Throws an Error that names the file and the field at fault.
 */
export async function loadRoster(directory: string = shippedDirectory): Promise<Roster> {
  return buildRoster((await readShippedFiles(directory, '.md')).map(parseAgentFile));
}

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    roster: Roster;
  }
}
