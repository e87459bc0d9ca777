import type { Author } from '../declaring/scalars.ts';

/** The author of what comes by a link to which the firm gave no name. */
export const namelessClient = 'Client';

/**
 * Returns an author's name for people, such as `Clara (client)` or `API key CI`; programs use
 * `kind`.
 */
export function displayNameOf({ kind, name }: Pick<Author, 'kind' | 'name'>): string {
  if (kind === 'client') return name === namelessClient ? name : `${name} (client)`;
  return kind === 'api_key' ? `API key ${name}` : name;
}
