import type { PortalComment, PortalView } from '@ecp/contract/reach/portal';
import type { AskedQuestion } from '../../../domain/questions/asked-question.ts';
import { unreadReplies } from '../comments/read-replies.ts';
import type { SharedDocument } from '../portal-client.ts';
import { listUnanswered } from '../questions/question-order.ts';

/** One thing that waits for the client. */
export type AskedItem =
  | { kind: 'questions'; questions: AskedQuestion[] }
  | { kind: 'decision'; document: SharedDocument }
  | { kind: 'reply'; comment: PortalComment };

/**
 * Lists what waits for the client (REL-11): unanswered questions as one item, replies that this browser has not shown,
 * and documents to decide on in their order.
 */
export function listAsked(
  { cover, questions, deliverables, comments }: Pick<PortalView, 'cover' | 'questions' | 'deliverables' | 'comments'>,
  read: ReadonlySet<string>,
): AskedItem[] {
  const unanswered = listUnanswered(questions);
  const undecided = deliverables.filter(({ filename }) => cover.asked.decisions.includes(filename));
  const answered = comments.filter((comment) => unreadReplies(comment, read).length > 0);
  return [
    ...(unanswered.length > 0 ? [{ kind: 'questions' as const, questions: unanswered }] : []),
    ...undecided.map((document) => ({ kind: 'decision' as const, document })),
    ...answered.map((comment) => ({ kind: 'reply' as const, comment })),
  ];
}
