import type { AgentProfile } from '@ecp/model-calls/prompt-types';
import { type TSchema, Type } from 'typebox';

/** Returns the schema of an agent's slug. An agent's name or role is read as its slug, too (`fitSchema`). */
export function namedSlugs(agents: AgentProfile[], description: string): TSchema {
  const names = agents.flatMap(({ slug, name, role }) => [
    [name, slug],
    [role, slug],
  ]);
  const slugs = agents.map(({ slug }) => slug);
  if (slugs.length === 0) return Type.String({ description });
  return Type.String({ enum: slugs, aliases: Object.fromEntries(names), description });
}
