import type { Author } from '@ecp/contract/declaring/scalars';
import { reviewTexts } from '../../base/texts/review.ts';
import { Badge } from '../../base/ui/badges.tsx';

/** Marks the name of a client or an API key. Members have no mark, and no name can imitate it. */
export function AuthorBadge({ author: { kind } }: { author: Author }) {
  return kind === 'user' ? null : <Badge>{reviewTexts.authors[kind]}</Badge>;
}
