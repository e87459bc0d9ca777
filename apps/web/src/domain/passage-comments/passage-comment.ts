import type { Comment } from '@ecp/contract/work/comments';

/** The part of a comment that the team and clients see. Clients get neither suggestions nor answers of a rerun. */
export type PassageComment = Pick<
  Comment,
  | 'id'
  | 'author'
  | 'body'
  | 'quote'
  | 'prefix'
  | 'suffix'
  | 'section'
  | 'passage'
  | 'orphaned'
  | 'status'
  | 'replies'
  | 'createdAt'
> &
  Partial<Pick<Comment, 'version' | 'suggestion' | 'answer' | 'answeredVersion' | 'resolvedBy' | 'resolvedAt'>>;
