import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { api } from '../../../api/client.ts';
import { deliverableQuery, refreshDeliverables } from '../../../domain/deliverables/queries.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';

type Version = Static<typeof DeliverableDetail>;

interface SaveInput {
  content: string;
  baseVersion: number;
  note: string;
}

interface SaveEvents {
  onSaved: (version: Version) => void;
  /** Called when somebody else has saved a version meanwhile. */
  onConflict: () => void;
}

/** Saves a text as the next version of its file (EDI-4). */
export function useSave({ engagementId, filename }: FileProps, { onSaved, onConflict }: SaveEvents) {
  const queryClient = useQueryClient();
  const place = { id: engagementId, filename };
  return useMutation({
    meta: { showsError: true },
    async mutationFn({ content, baseVersion, note }: SaveInput) {
      try {
        return await api.editDeliverable({ ...place, content, baseVersion, note: note || null });
      } catch (error) {
        if (!isApiError(error, 'not_latest_version')) throw error;
        // After a lost answer the newer version may be this very text.
        const latest = await api.getDeliverable(place);
        if (latest.content !== content) throw error;
        return latest;
      }
    },
    async onSuccess(version) {
      queryClient.setQueryData(deliverableQuery(engagementId, filename).queryKey, version);
      onSaved(version);
      await refreshDeliverables(queryClient, engagementId);
    },
    onError(error) {
      if (isApiError(error, 'not_latest_version')) onConflict();
    },
  });
}
