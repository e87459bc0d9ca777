import type { PortalComment } from '@ecp/contract/reach/portal';
import type { ListedDeliverable } from '../../../domain/deliverables/queries.ts';

/** One piece of client feedback: a comment, or a decision about a version. */
export interface ClientFeedback {
  id: string;
  kind: 'commented' | 'approved' | 'rejected';
  /** Name of the client. */
  author: string;
  at: string;
  /** Null for the whole engagement. */
  filename: string | null;
  version: number | null;
  text: string | null;
  /** The comment, with its passage and replies; null for a decision. */
  comment: PortalComment | null;
}

/** Merges comments and clients' decisions about versions, newest first. A version has the last decision of each client
 * (REL-18). */
export function mergeClientFeedback(
  comments: readonly PortalComment[],
  versions: readonly Pick<ListedDeliverable, 'id' | 'filename' | 'version' | 'clientDecisions'>[],
): ClientFeedback[] {
  const said = comments.map((comment): ClientFeedback => {
    const { id, author, createdAt: at, filename, body: text } = comment;
    return { id, kind: 'commented', author: author.name, at, filename, version: null, text, comment };
  });
  const decided = versions.flatMap(({ id, filename, version, clientDecisions }) =>
    // A version carries the decisions about earlier ones, too.
    clientDecisions.flatMap((decision): ClientFeedback[] => {
      if (decision.version !== version) return [];
      const { linkId, action, clientName: author, at, notes: text } = decision;
      const kind = action === 'approve' ? 'approved' : 'rejected';
      return [{ id: `${id} ${linkId} ${at}`, kind, author, at, filename, version, text, comment: null }];
    }),
  );
  return [...said, ...decided].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
