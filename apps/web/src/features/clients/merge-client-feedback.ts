import type { PortalComment } from '@ecp/contract/reach/portal';
import type { Version } from '../../domain/deliverables/queries.ts';

/** One piece of client feedback: a comment, or a review of a version. */
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
}

/** Merges comments and clients' reviews of some files, newest first. The team's own reviews are left out. */
export function mergeClientFeedback(
  comments: readonly PortalComment[],
  files: readonly { filename: string; versions: readonly Version[] }[],
): ClientFeedback[] {
  const said = comments.map(
    ({ id, author, createdAt, filename, body }): ClientFeedback => ({
      id,
      kind: 'commented',
      author: author.name,
      at: createdAt,
      filename,
      version: null,
      text: body,
    }),
  );
  const answered = files.flatMap(({ filename, versions }) =>
    versions.flatMap(({ id, version, reviews }) =>
      reviews.flatMap(({ action, notes, author, reviewedAt: at }): ClientFeedback[] => {
        if (author.kind !== 'client') return [];
        const kind = action === 'approve' ? 'approved' : 'rejected';
        return [{ id: `${id} ${at}`, kind, author: author.name, at, filename, version, text: notes }];
      }),
    ),
  );
  return [...said, ...answered].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
