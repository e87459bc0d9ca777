import { useQuery } from '@tanstack/react-query';
import { documentCommentsQuery } from '../../../domain/comments/queries.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';

/** The open comments on a document that a revision sends back (CMT-9). */
export function useSentComments({ engagementId, filename }: FileProps, leftOut: ReadonlySet<string>) {
  const { data = [] } = useQuery(documentCommentsQuery(engagementId, filename));
  const open = data.filter(({ status }) => status === 'open');
  const sent = open.filter(({ id }) => !leftOut.has(id)).map(({ id }) => id);
  return {
    open,
    count: sent.length,
    /** The ids that the request names. Null selects all comments that are open when the rerun starts. */
    ids: sent.length === open.length ? null : sent,
  };
}
