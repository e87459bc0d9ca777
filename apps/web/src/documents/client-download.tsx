import { countOpen } from '@ecp/contract/values/citation-counts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import {
  deliverableListQuery,
  type FileProps,
  type ListedDeliverable,
  latestOfFiles,
  titleOf,
} from '../api/document-queries.ts';
import { engagementQuery } from '../api/engagement-queries.ts';
import { showErrorToast } from '../ui/toasts/show-toast.ts';
import type { AskedDownload } from './client-download-dialog.tsx';

const ClientDownloadDialog = lazy(async () => ({
  default: (await import('./client-download-dialog.tsx')).ClientDownloadDialog,
}));

/** The documents that a file for the client holds; without a filename all of the engagement. */
type Download = Pick<FileProps, 'engagementId'> & { filename?: string; start: () => void };

/** Starts downloads of files for the client, and asks first where a document has open citations or conflicts. */
export function useClientDownload(): { download: (wanted: Download) => void; dialog: ReactNode } {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedDownload | null>(null);
  const check = async ({ engagementId, filename, start }: Download) => {
    const [listed, engagement] = await Promise.all([
      queryClient.fetchQuery(deliverableListQuery(engagementId)),
      queryClient.ensureQueryData(engagementQuery(engagementId)),
    ]);
    const documents = latestOfFiles(listed)
      .filter((one) => (filename === undefined ? !one.filename.startsWith('_') : one.filename === filename))
      .filter((one) => isOpen(one))
      .map((document) => ({ title: titleOf(document.filename, engagement), document }));
    if (documents.length === 0) start();
    else setAsked({ engagementId, documents, start });
  };
  const dialog = asked && (
    <Suspense>
      <ClientDownloadDialog {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return { download: (wanted) => void check(wanted).catch(showErrorToast), dialog };
}

const isOpen = ({ citations, conflicts }: ListedDeliverable): boolean =>
  (citations === null ? 0 : countOpen(citations)) + (conflicts ?? 0) > 0;
