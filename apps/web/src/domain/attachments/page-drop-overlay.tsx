import { Upload as UploadIcon } from 'lucide-react';
import { createPortal } from 'react-dom';
import { attachmentTexts } from '../../texts/en/attachments.ts';

/** Covers the whole page while files are dragged over it. */
export function PageDropOverlay() {
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
