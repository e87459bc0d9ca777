import { basename } from 'node:path';
import type { AgentProfile } from '@ecp/model-calls/prompt-types';
import { taskKinds } from '@ecp/model-calls/task-kinds';
import Type, { type Static } from 'typebox';
import { parse } from 'yaml';
import { checkFileShape } from '../kernel/shipped-files/check-file-shape.ts';
import type { ShippedFile } from '../kernel/shipped-files/read-shipped-files.ts';
import { type ToolName, toolNames } from './tool-names.ts';

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

/** One agent as its roster file describes it. */
export interface RosterAgent extends AgentProfile {
  /** Tools that its calls may offer. No other tool is executed for it. */
  tools: ToolName[];
  /** Task kinds for which this expert is the natural lead. They only break ties. */
  leads: NonNullable<FrontMatter['leads']>;
  /** False for the observer and the evaluator, which no task may name. */
  assignable: boolean;
  /** True for the one expert that turns a brief into a plan. */
  plans: boolean;
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

/**
 * Turns one roster file (YAML front matter, then standing instructions) into an agent. The slug must be the file's
 * name. Throws an Error that names the file and the invalid field.
 */
export function parseAgentFile(file: ShippedFile): RosterAgent {
  const name = basename(file.path);
  const parts = layout.exec(file.text)?.groups;
  if (!parts) throw new Error(`${name}: must start with front matter between two lines of ---`);
  const matter = checkFileShape(file.path, frontMatterSchema, parseFrontMatter(file.path, parts['matter'] ?? ''));
  if (matter.slug !== file.stem) throw new Error(`${name}: slug: must be "${file.stem}", the name of the file`);
  const instructions = (parts['body'] ?? '').trim();
  if (instructions === '') throw new Error(`${name}: has no instructions below its front matter`);
  return { leads: [], assignable: true, plans: false, ...matter, instructions };
}
