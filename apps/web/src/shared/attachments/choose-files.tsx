import type { BillingPlan } from '@ecp/contract/identity/auth';
import { attachmentExtensions } from '@ecp/contract/work/attachment-types';
import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { Upload as UploadIcon, X } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { createPortal } from 'react-dom';
import { formatBytes } from '../../base/format/format.ts';
import { sentence, sentences } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { type DroppedFile, FileIcon, usePageDrop } from './files.tsx';
import { attachmentTexts } from './texts.ts';
import { type ChosenFile, describeFileLimits, findFileProblem } from './upload-queue.ts';

const { drop, problems } = attachmentTexts;

interface DropZoneProps {
  category?: AttachmentCategory;
  /**
   * Receives all files of one choice. A file that its type or the billing plan forbids has a
   * `problem`.
   */
  onFiles: (drafts: ChosenFile[]) => void;
  children?: ReactNode;
}

export function DropZone({ category = 'reference', onFiles, children }: DropZoneProps) {
  const { plan } = useSession().tenant;
  const input = useRef<HTMLInputElement>(null);
  const take = useCallback(
    (files: DroppedFile[]) => {
      if (files.length > 0) onFiles(files.map((dropped) => toDraft(dropped, category, plan)));
    },
    [onFiles, category, plan],
  );
  const isOver = usePageDrop(take);
  return (
    <div className="flex flex-col items-center gap-2 rounded-xl border border-line-strong/50 border-dashed px-4 py-6 text-center">
      <div className="flex flex-wrap items-center justify-center gap-2">
        <UploadIcon aria-hidden className="size-4 text-muted" />
        {drop.lead}
        <Button size="small" onClick={() => input.current?.click()}>
          {drop.choose}
        </Button>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={attachmentExtensions.join(',')}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])].map((file) => ({ file, isFolder: false })));
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = '';
        }}
      />
      <p className="text-muted text-sm">
        {drop.types}
        <br />
        {describeFileLimits(plan)}
      </p>
      {isOver && <PageDropOverlay />}
    </div>
  );
}

function toDraft(
  { file, isFolder }: DroppedFile,
  category: AttachmentCategory,
  plan: BillingPlan,
): ChosenFile {
  return { file, category, problem: isFolder ? problems.folder : findFileProblem(file, plan) };
}

function PageDropOverlay() {
  return createPortal(
    <div className="pointer-events-none fixed inset-0 z-50 bg-canvas/80 p-4">
      <div className="flex h-full flex-col items-center justify-center gap-3 rounded-2xl border-2 border-accent-text border-dashed font-semibold text-lg">
        <UploadIcon aria-hidden className="size-6 text-accent-text" />
        {attachmentTexts.drop.over}
      </div>
    </div>,
    document.body,
  );
}

interface DraftListProps {
  drafts: readonly ChosenFile[];
  onRemove: (draft: ChosenFile) => void;
}

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
                {sentences([sentence(draft.problem.title), draft.problem.advice])}
              </p>
            )}
          </div>
          <span className="figures shrink-0 text-muted text-sm">
            {formatBytes(draft.file.size)}
          </span>
          <IconButton
            icon={X}
            label={attachmentTexts.uploads.remove(draft.file.name)}
            onClick={() => onRemove(draft)}
          />
        </li>
      ))}
    </ul>
  );
}
