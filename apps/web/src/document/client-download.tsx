import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { defer } from '../base/ui/defer.ts';
import { showErrorToast } from '../base/ui/toasts/show-toast.ts';
import type { AskedDownload, Download } from './client-download-dialog.tsx';

const loadDialog = () => import('./client-download-dialog.tsx');
const dialogParts = defer(loadDialog);

/**
 * Starts downloads of files for the client, and asks first where a document has open citations or
 * conflicts.
 */
export function useClientDownload(): { download: (wanted: Download) => void; dialog: ReactNode } {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedDownload | null>(null);
  const parts = dialogParts.useModule(asked !== null);
  const check = async (wanted: Download) => {
    const { findOpenDocuments } = await loadDialog();
    const documents = await findOpenDocuments(queryClient, wanted);
    const { engagementId, start } = wanted;
    if (documents.length === 0) start();
    else setAsked({ engagementId, documents, start });
  };
  const dialog = asked && parts && (
    <parts.ClientDownloadDialog {...asked} onClose={() => setAsked(null)} />
  );
  return { download: (wanted) => void check(wanted).catch(showErrorToast), dialog };
}
