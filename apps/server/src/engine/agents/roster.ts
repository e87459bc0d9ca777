import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentProfile } from '@ecp/model-calls/prompt-types';
import { taskKinds } from '@ecp/model-calls/task-kinds';
import type { Static } from 'typebox';
import Type from 'typebox';
import { parse } from 'yaml';
import { checkFileShape, readShippedFiles, type ShippedFile } from '../kernel/shipped-files.ts';
import { type ToolName, toolNames } from './tools.ts';

export interface Roster {
  /** Agents that tasks may name, ordered by slug. */
  agents: RosterAgent[];
  /** Returns any agent by slug, including the observer and the evaluator. */
  find(slug: string): RosterAgent | undefined;
  /** Turns a brief into a plan. It is one of `agents`. */
  planner: RosterAgent;
  observer: RosterAgent;
  evaluator: RosterAgent;
}

const line = (maxLength: number) => Type.String({ minLength: 2, maxLength, pattern: '^\\S.*\\S$' });

const frontMatterSchema = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 60 }),
    name: line(60),
    role: line(120),
    department: line(60),
    description: line(300),
    skills: Type.Array(line(60), { minItems: 3, maxItems: 16, uniqueItems: true }),
    tools: Type.Array(Type.Enum([...toolNames]), { uniqueItems: true }),
    leads: Type.Optional(Type.Array(Type.Enum(taskKinds), { uniqueItems: true })),
    assignable: Type.Optional(Type.Boolean()),
    plans: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
type FrontMatter = Static<typeof frontMatterSchema>;

export interface RosterAgent extends AgentProfile {
  /** Tools that its calls may offer. No other tool is executed for it. */
  tools: ToolName[];
  /** Task kinds for which this expert is the natural lead. They only break ties. */
  leads: NonNullable<FrontMatter['leads']>;
  /** False for the observer and the evaluator, which no task may name. */
  assignable: boolean;
  plans: boolean;
}

const shippedDirectory = fileURLToPath(new URL('./roster/', import.meta.url));

/**
 * Reads and checks the roster files of a folder. Throws an Error that names the file and the
 * invalid field.
 */
export async function loadRoster(directory: string = shippedDirectory): Promise<Roster> {
  return buildRoster((await readShippedFiles(directory, '.md')).map(parseAgentFile));
}

/**
 * Makes a roster. Throws for a duplicate slug, or if planner, observer or evaluator is missing or
 * ambiguous.
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

function requireReserved(bySlug: Map<string, RosterAgent>, slug: string): RosterAgent {
  const agent = bySlug.get(slug);
  if (!agent) throw new Error(`roster: no agent with slug "${slug}"`);
  if (agent.assignable) throw new Error(`${slug}.md: assignable: must be false`);
  // A judging agent sees only what it is given, so that no text can make it search for more.
  if (agent.tools.length > 0) throw new Error(`${slug}.md: tools: must be empty`);
  return agent;
}

const layout = /^---\r?\n(?<matter>[\s\S]*?)\r?\n---\r?\n(?<body>[\s\S]*)$/;

function parseFrontMatter(path: string, matter: string): unknown {
  try {
    return parse(matter);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${basename(path)}: front matter is not YAML: ${reason}`, { cause });
  }
}

/** Throws an Error that names the file and the invalid field. */
function parseAgentFile(file: ShippedFile): RosterAgent {
  const name = basename(file.path);
  const parts = layout.exec(file.text)?.groups;
  if (!parts) throw new Error(`${name}: must start with front matter between two lines of ---`);
  const matter = checkFileShape(
    file.path,
    frontMatterSchema,
    parseFrontMatter(file.path, parts['matter'] ?? ''),
  );
  if (matter.slug !== file.stem)
    throw new Error(`${name}: slug: must be "${file.stem}", the name of the file`);
  const instructions = (parts['body'] ?? '').trim();
  if (instructions === '') throw new Error(`${name}: has no instructions below its front matter`);
  return { leads: [], assignable: true, plans: false, ...matter, instructions };
}
