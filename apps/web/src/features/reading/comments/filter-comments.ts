import type { Comment } from '../../../domain/comments/queries.ts';

/** Which comments a list shows. Those whose words are gone are open, too, and have a list of their own. */
export type CommentFilter = 'open' | 'resolved' | 'orphaned';

/** Returns the list that has a comment. */
export function filterOf({ status, orphaned }: Pick<Comment, 'status' | 'orphaned'>): CommentFilter {
  if (status === 'resolved') return 'resolved';
  return orphaned ? 'orphaned' : 'open';
}

/** Counts the comments of each list. */
export function countComments(
  comments: readonly Pick<Comment, 'status' | 'orphaned'>[],
): Record<CommentFilter, number> {
  const counts = { open: 0, resolved: 0, orphaned: 0 };
  for (const comment of comments) counts[filterOf(comment)] += 1;
  return counts;
}

/**
 * Returns the comments of a list: those on the whole document or engagement first, then in the order of the text, then
 * those that this version does not show.
 * @param order ids of the comments that the text shows, in its order
 */
export function filterComments<C extends Pick<Comment, 'id' | 'status' | 'orphaned' | 'quote'>>(
  comments: readonly C[],
  filter: CommentFilter,
  order: readonly string[],
): C[] {
  const rank = new Map(order.map((id, index) => [id, index]));
  const rankOf = ({ id, quote }: C) => (quote === null ? -1 : (rank.get(id) ?? order.length));
  return comments
    .filter((comment) => filterOf(comment) === filter)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}
