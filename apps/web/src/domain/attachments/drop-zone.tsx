import type { BillingPlan } from '@ecp/contract/identity/auth';
import { attachmentExtensions } from '@ecp/contract/work/attachment-types';
import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { Upload as UploadIcon } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { describeFileLimits, findFileProblem } from './file-problem.ts';
import { PageDropOverlay } from './page-drop-overlay.tsx';
import type { ChosenFile } from './upload-queue.ts';
import { type DroppedFile, usePageDrop } from './use-page-drop.ts';

const { drop, problems } = attachmentTexts;

interface DropZoneProps {
  /** Initial category of the files; the user may change it. */
  category?: AttachmentCategory;
  /** Receives all files of one choice. A file that its type or the billing plan forbids has a `problem`. */
  onFiles: (drafts: ChosenFile[]) => void;
  /** Follows the button. */
  children?: ReactNode;
}

/**
 * Takes files from a button or a drop anywhere on the page, and shows the billing plan's limits first (LIM-4, LIM-5).
 */
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

function toDraft({ file, isFolder }: DroppedFile, category: AttachmentCategory, plan: BillingPlan): ChosenFile {
  return { file, category, problem: isFolder ? problems.folder : findFileProblem(file, plan) };
}
