import type { Author } from '@ecp/contract/values/authors';
import { reviewTexts } from '../../texts/en/review.ts';
import { Badge } from '../../ui/states/badge.tsx';

/** Marks the name of a client and of an API key; a member of the team has no mark. No name can look like the mark. */
export function AuthorBadge({ author: { kind } }: { author: Author }) {
  return kind === 'user' ? null : <Badge>{reviewTexts.authors[kind]}</Badge>;
}
