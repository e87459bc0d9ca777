import type { ListedDeliverable } from '../api/document-queries.ts';
import { OpenPointList } from '../citations/open-points.tsx';
import { readingTexts } from '../texts/reading.ts';
import { ConfirmDialog } from '../ui/dialogs/form-dialogs.tsx';

const texts = readingTexts.clientDownload;

/** A download that waits for an answer, with the documents that have something open. */
export interface AskedDownload {
  engagementId: string;
  documents: { title: string; document: ListedDeliverable }[];
  start: () => void;
}

/** Asks whether a client's file may hold what is still open, and names it. */
export function ClientDownloadDialog({
  engagementId,
  documents,
  start,
  onClose,
}: AskedDownload & { onClose: () => void }) {
  const confirm = () => {
    start();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      kind="primary"
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        <p>{texts.advice}</p>
        {documents.map(({ title, document }) => (
          <section key={document.filename} className="flex flex-col gap-2">
            <h3 className="font-medium text-ink">{title}</h3>
            <OpenPointList engagementId={engagementId} {...document} onLeave={onClose} />
          </section>
        ))}
      </div>
    </ConfirmDialog>
  );
}
