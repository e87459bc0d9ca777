import { X } from 'lucide-react';
import { formatBytes } from '../../format/format.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { FileIcon } from './file-icon.tsx';
import type { ChosenFile } from './upload-queue.ts';

interface DraftListProps {
  drafts: readonly ChosenFile[];
  onRemove: (draft: ChosenFile) => void;
}

/** Lists the files that are chosen for an engagement that does not exist yet. */
export function ChosenFileList({ drafts, onRemove }: DraftListProps) {
  if (drafts.length === 0) return null;
  return (
    <ul aria-label={attachmentTexts.listLabel} className="divide-y rounded-xl border bg-surface">
      {drafts.map((draft, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={`${draft.file.name} ${place}`} className="flex items-center gap-3 px-4 py-2">
          <FileIcon name={draft.file.name} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{draft.file.name}</p>
            {draft.problem && (
              <p className="text-danger text-sm">
                {draft.problem.title}. {draft.problem.advice}
              </p>
            )}
          </div>
          <span className="figures shrink-0 text-muted text-sm">{formatBytes(draft.file.size)}</span>
          <IconButton label={attachmentTexts.uploads.remove(draft.file.name)} onClick={() => onRemove(draft)}>
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
