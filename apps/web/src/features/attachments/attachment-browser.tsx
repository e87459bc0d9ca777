import type { Attachment } from '@ecp/contract/work/attachments';
import { useState } from 'react';
import { AttachmentDialog } from './attachment-dialog.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { DeleteAttachmentDialog } from './delete-attachment-dialog.tsx';

interface AttachmentBrowserProps {
  engagementId: string;
  attachments: readonly Attachment[];
}

/** The list of attachments and the dialogs that open over it. */
export function AttachmentBrowser({ engagementId, attachments }: AttachmentBrowserProps) {
  const [opened, setOpened] = useState<{ id: string; for: 'details' | 'deletion' }>();
  const close = () => setOpened(undefined);
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
