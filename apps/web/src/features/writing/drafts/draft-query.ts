import type { DraftState } from '@ecp/contract/work/deliverables';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';

export type { DraftState };
export type OtherWriter = DraftState['others'][number];
const pollMs = 4_000;

/** The person's draft of a file, who else is editing it, and its latest version; asked again every few seconds. */
export const draftQuery = ({ engagementId, filename }: FileProps) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'draft'],
    queryFn: ({ signal }) => api.getDraft({ id: engagementId, filename }, { signal }),
    refetchInterval: pollMs,
  });
