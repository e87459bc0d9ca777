import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callOnce } from '../../../api/call-once.ts';
import { api } from '../../../api/client.ts';
import { refreshDeliverables, versionsQuery } from '../../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { useSession } from '../../../session/session.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';

const texts = reviewTexts.history;

/** Makes the text of an older version the next version, and opens it (EDI-7). */
export function RestoreVersion({ engagementId, filename, version }: VersionProps) {
  const mayWrite = useSession().has('member');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  const restore = useMutation({
    meta: { showsError: true },
    mutationFn() {
      const body = { id: engagementId, filename, version };
      return callOnce(['restoreDeliverable', body], (options) => api.restoreDeliverable(body, options));
    },
    async onSuccess(made) {
      setAsks(false);
      showDoneToast(texts.restored(made.version));
      await refreshDeliverables(queryClient, engagementId);
      const params = { engagementId, filename };
      const search = { version: String(made.version) };
      await navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search });
    },
  });
  if (!mayWrite) return null;
  return (
    <>
      <button
        type="button"
        aria-label={texts.restoreLabel(version)}
        onClick={() => setAsks(true)}
        className={linkStyle}
      >
        {texts.restore}
      </button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={texts.restoreTitle(version)}
        confirmLabel={texts.restore}
        kind="primary"
        onConfirm={() => restore.mutate()}
        busy={restore.isPending}
        error={restore.error}
      >
        {texts.restoreAdvice((versions?.[0]?.version ?? version) + 1)}
      </ConfirmDialog>
    </>
  );
}
