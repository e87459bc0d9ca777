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

/** Merges comments and clients' decisions about versions, newest first. A version has its last decision (REL-9). */
export function mergeClientFeedback(
  comments: readonly PortalComment[],
  versions: readonly Pick<ListedDeliverable, 'id' | 'filename' | 'version' | 'clientDecision'>[],
): ClientFeedback[] {
  const said = comments.map((comment): ClientFeedback => {
    const { id, author, createdAt: at, filename, body: text } = comment;
    return { id, kind: 'commented', author: author.name, at, filename, version: null, text, comment };
  });
  const decided = versions.flatMap(({ id, filename, version, clientDecision }): ClientFeedback[] => {
    // A version without a decision of its own carries that of an earlier one.
    if (clientDecision?.version !== version) return [];
    const { action, author, at, notes: text } = clientDecision;
    const kind = action === 'approve' ? 'approved' : 'rejected';
    return [{ id: `${id} ${at}`, kind, author: author.name, at, filename, version, text, comment: null }];
  });
  return [...said, ...decided].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
