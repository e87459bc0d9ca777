import type { Attachment } from '@ecp/contract/work/attachments';
import { LoaderCircle } from 'lucide-react';
import { FileIcon } from '../../domain/attachments/file-icon.tsx';
import { formatBytes } from '../../format/format.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { AttachmentMenu } from './attachment-menu.tsx';
import { describeMember } from './describe-member.ts';

/** Columns of the list and its header. */
export const attachmentGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 px-4 md:grid-cols-[minmax(0,1fr)_9rem_5rem_9rem_2rem]';

interface AttachmentRowProps {
  attachment: Attachment;
  /** Names of the team's members; undefined while they load. */
  names: ReadonlyMap<string, string> | undefined;
  onOpen: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

/** One attachment. A click anywhere on the row opens its details. */
export function AttachmentRow({ attachment, names, onOpen, onDelete }: AttachmentRowProps) {
  const { filename, sizeBytes, category, sourceUrl, createdAt, uploadedBy } = attachment;
  return (
    <div className={`${attachmentGrid} relative h-full border-b hover:bg-hover`}>
      <div className="flex min-w-0 items-center gap-3">
        <FileIcon name={filename} isPage={sourceUrl !== undefined} />
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => onOpen(attachment)}
            className="block max-w-full truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {filename}
          </button>
          <p className="truncate text-muted text-sm">
            <span className="md:hidden">{formatBytes(sizeBytes)} · </span>
            <ExtractionStatus attachment={attachment} />
          </p>
        </div>
      </div>
      <span className="hidden truncate text-muted md:block">{attachmentTexts.categories[category]}</span>
      <span className="figures hidden text-right text-muted md:block">{formatBytes(sizeBytes)}</span>
      <div className="hidden min-w-0 text-muted text-sm md:block">
        <TimeAgo at={createdAt} className="block truncate" />
        <span className="block truncate">{attachmentTexts.addedBy(describeMember(uploadedBy, names))}</span>
      </div>
      <div className="relative z-10">
        <AttachmentMenu attachment={attachment} onOpen={onOpen} onDelete={onDelete} />
      </div>
    </div>
  );
}

/** Shows the attachment's summary, or that the text is still being extracted. */
export function ExtractionStatus({ attachment: { summary, extraction } }: { attachment: Attachment }) {
  if (extraction !== 'pending') return summary ?? attachmentTexts.unread;
  return (
    <span className="inline-flex items-center gap-1.5">
      <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
      {attachmentTexts.reading}
    </span>
  );
}
