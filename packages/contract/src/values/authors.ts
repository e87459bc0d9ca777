import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

/**
 * The kinds of authors: a member of the team, a client by a portal link, a program by an API key, or an agent
 * in a run. Agents write queries, and neither reviews nor comments.
 */
export const authorKinds = ['user', 'client', 'api_key', 'agent'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/**
 * The author of a review, a comment or a query. Only `kind` tells clients from the team: names are freely chosen.
 */
export const Author = Type.Object({
  kind: Type.Enum([...authorKinds]),
  id: Nullable(
    Type.String({
      description:
        'Id of the user, the portal link or the API key, or the slug of the agent; null where it is unknown or not for the reader',
    }),
  ),
  name: Type.String({ description: 'Name of the person, the API key or the agent' }),
});
export type Author = Static<typeof Author>;

/** The author of what comes by a link to which the firm gave no name. */
export const namelessClient = 'Client';

/**
 * Returns the name of an author for people: `Ada`, `Clara (client)`, `Client` without a name, `API key CI`.
 * Programs must use `kind` instead.
 */
export function displayNameOf({ kind, name }: Pick<Author, 'kind' | 'name'>): string {
  if (kind === 'client') return name === namelessClient ? name : `${name} (client)`;
  return kind === 'api_key' ? `API key ${name}` : name;
}
