import type { Attachment } from '@ecp/contract/work/attachments';
import { useQuery } from '@tanstack/react-query';
import { memberNamesQuery } from '../../domain/team/queries.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { AttachmentRow, attachmentGrid } from './attachment-row.tsx';

const rowHeightPx = 60;

interface AttachmentListProps {
  attachments: readonly Attachment[];
  onOpen: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

/** Lists the attachments of an engagement, newest first. */
export function AttachmentList({ attachments, onOpen, onDelete }: AttachmentListProps) {
  const { data: names } = useQuery(memberNamesQuery);
  const { name, category, size, added } = attachmentTexts.columns;
  return (
    <div className="overflow-hidden rounded-xl border bg-surface">
      <div aria-hidden className={`${attachmentGrid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
        <span className="pl-12">{name}</span>
        <span>{category}</span>
        <span className="text-right">{size}</span>
        <span>{added}</span>
        <span />
      </div>
      <VirtualList
        label={attachmentTexts.listLabel}
        items={attachments}
        itemKey={({ id }) => id}
        rowHeightPx={rowHeightPx}
        renderItem={(attachment) => (
          <AttachmentRow attachment={attachment} names={names} onOpen={onOpen} onDelete={onDelete} />
        )}
      />
    </div>
  );
}
