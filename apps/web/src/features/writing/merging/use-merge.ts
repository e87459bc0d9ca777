import { type MergedSections, mergeSections } from '@ecp/markdown/merge-sections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { deliverableQuery } from '../../../domain/deliverables/queries.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';

/** The latest version and a text, merged. */
export interface Merge extends MergedSections {
  latest: { version: number; content: string };
}

/** Merges a text with the latest version of its file, by the version that both were made from (EDI-5). */
export function useMerge({ engagementId, filename }: FileProps) {
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ content, baseVersion }: { content: string; baseVersion: number }): Promise<Merge> {
      const [base, latest] = await Promise.all([
        queryClient.fetchQuery({ ...deliverableQuery(engagementId, filename, baseVersion), staleTime: Infinity }),
        api.getDeliverable({ id: engagementId, filename }),
      ]);
      queryClient.setQueryData(deliverableQuery(engagementId, filename).queryKey, latest);
      const { version, content: theirs } = latest;
      return { latest: { version, content: theirs }, ...mergeSections(base.content, content, theirs) };
    },
  });
}
