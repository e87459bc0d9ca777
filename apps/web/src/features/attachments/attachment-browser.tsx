import type { Attachment } from '@ecp/contract/work/attachments';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AttachmentDialog } from './attachment-dialog.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { DeleteAttachmentDialog } from './delete-attachment-dialog.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/attachments');

interface AttachmentBrowserProps {
  engagementId: string;
  attachments: readonly Attachment[];
}

/** The list of attachments and the dialogs that open over it. The address may name one that opens at once. */
export function AttachmentBrowser({ engagementId, attachments }: AttachmentBrowserProps) {
  const { attachment: named, words } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setOpened] = useState<{ id: string; for: 'details' | 'deletion' }>();
  const opened = chosen ?? (named === undefined ? undefined : { id: named, for: 'details' as const });
  const close = () => {
    setOpened(undefined);
    if (named !== undefined) void navigate({ search: {}, replace: true, resetScroll: false });
  };
  // Taken from the list, so that a summary that arrives later appears.
  const attachment = attachments.find(({ id }) => id === opened?.id);
  const open = (purpose: 'details' | 'deletion') => (each: Attachment) => setOpened({ id: each.id, for: purpose });
  return (
    <>
      <AttachmentList attachments={attachments} onOpen={open('details')} onDelete={open('deletion')} />
      {attachment && opened?.for === 'details' && (
        <AttachmentDialog
          engagementId={engagementId}
          attachment={attachment}
          words={attachment.id === named ? words : undefined}
          onClose={close}
          onDelete={open('deletion')}
        />
      )}
      {attachment && opened?.for === 'deletion' && (
        <DeleteAttachmentDialog engagementId={engagementId} attachment={attachment} onClose={close} />
      )}
    </>
  );
}
