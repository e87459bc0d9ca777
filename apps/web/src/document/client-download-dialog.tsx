import { countOpen } from '@ecp/contract/values/citation-counts';
import type { QueryClient } from '@tanstack/react-query';
import {
  deliverableListQuery,
  type FileProps,
  type ListedDeliverable,
  latestOfFiles,
  titleOf,
} from '../base/api/document-queries.ts';
import { engagementQuery } from '../base/api/engagement-queries.ts';
import { readingTexts } from '../base/texts/reading.ts';
import { ConfirmDialog } from '../base/ui/dialogs/form-dialogs.tsx';
import { OpenPointList } from '../shared/citations/open-points.tsx';

const texts = readingTexts.clientDownload;

/** A download that waits for an answer, with the documents that have something open. */
export interface AskedDownload {
  engagementId: string;
  documents: { title: string; document: ListedDeliverable }[];
  start: () => void;
}

/** The documents that a file for the client holds; without a filename all of the engagement. */
export type Download = Pick<FileProps, 'engagementId'> & { filename?: string; start: () => void };

/** Finds the documents of a download that have open citations or conflicts. */
export async function findOpenDocuments(
  queryClient: QueryClient,
  { engagementId, filename }: Download,
): Promise<AskedDownload['documents']> {
  const [listed, engagement] = await Promise.all([
    queryClient.fetchQuery(deliverableListQuery(engagementId)),
    queryClient.ensureQueryData(engagementQuery(engagementId)),
  ]);
  return latestOfFiles(listed)
    .filter((one) =>
      filename === undefined ? !one.filename.startsWith('_') : one.filename === filename,
    )
    .filter((one) => isOpen(one))
    .map((document) => ({ title: titleOf(document.filename, engagement), document }));
}

const isOpen = ({ citations, conflicts }: ListedDeliverable): boolean =>
  (citations === null ? 0 : countOpen(citations)) + (conflicts ?? 0) > 0;

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
