import type { Attachment } from '@ecp/contract/work/attachments';
import { getRouteApi } from '@tanstack/react-router';
import { Download, Ellipsis, Info, Trash2 } from 'lucide-react';
import { useDownload } from '../../domain/attachments/use-download.ts';
import { useSession } from '../../session/session.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');

interface AttachmentMenuProps {
  attachment: Attachment;
  onOpen: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

/** Menu of actions for an attachment. */
export function AttachmentMenu({ attachment, onOpen, onDelete }: AttachmentMenuProps) {
  const { engagementId } = route.useParams();
  const { has } = useSession();
  const download = useDownload(engagementId);
  return (
    <Menu
      trigger={
        <IconButton label={attachmentTexts.actions(attachment.filename)}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => download.mutate(attachment.id)}>
        <Download aria-hidden />
        {attachmentTexts.download}
      </MenuItem>
      <MenuItem onSelect={() => onOpen(attachment)}>
        <Info aria-hidden />
        {attachmentTexts.details}
      </MenuItem>
      {has('member') && (
        <>
          <MenuSeparator />
          <MenuItem danger onSelect={() => onDelete(attachment)}>
            <Trash2 aria-hidden />
            {commonTexts.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
