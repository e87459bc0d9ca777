import { type Static, Type } from 'typebox';
import { Nullable } from '../declaring/scalars.ts';

/** The kinds of authors: team member, client by a link, program by a key, or agent in a run, which only queries. */
export const authorKinds = ['user', 'client', 'api_key', 'agent'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/** An author. Only `kind` tells clients from the team, as names are freely chosen. */
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

/** Returns an author's name for people, such as `Clara (client)` or `API key CI`; programs use `kind`. */
export function displayNameOf({ kind, name }: Pick<Author, 'kind' | 'name'>): string {
  if (kind === 'client') return name === namelessClient ? name : `${name} (client)`;
  return kind === 'api_key' ? `API key ${name}` : name;
}
