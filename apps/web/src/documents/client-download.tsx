import { countOpen } from '@ecp/contract/values/citation-counts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  deliverableListQuery,
  type FileProps,
  type ListedDeliverable,
  latestOfFiles,
  titleOf,
} from '../api/document-queries.ts';
import { engagementQuery } from '../api/engagement-queries.ts';
import { OpenPointList } from '../citations/open-points.tsx';
import { readingTexts } from '../texts/reading.ts';
import { ConfirmDialog } from '../ui/dialogs/form-dialogs.tsx';
import { showErrorToast } from '../ui/toasts/show-toast.ts';

const texts = readingTexts.clientDownload;

/** The documents that a file for the client holds; without a filename all of the engagement. */
type Download = Pick<FileProps, 'engagementId'> & { filename?: string; start: () => void };

interface Asked {
  engagementId: string;
  documents: { title: string; document: ListedDeliverable }[];
  start: () => void;
}

/** Starts downloads of files for the client, and asks first where a document has open citations or conflicts. */
export function useClientDownload(): { download: (wanted: Download) => void; dialog: ReactNode } {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
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
  const close = () => setAsked(null);
  const confirm = () => {
    asked?.start();
    close();
  };
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onClose={close}
      title={texts.title}
      confirmLabel={texts.confirm}
      kind="primary"
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        <p>{texts.advice}</p>
        {asked?.documents.map(({ title, document }) => (
          <section key={document.filename} className="flex flex-col gap-2">
            <h3 className="font-medium text-ink">{title}</h3>
            <OpenPointList engagementId={asked.engagementId} {...document} onLeave={close} />
          </section>
        ))}
      </div>
    </ConfirmDialog>
  );
  return { download: (wanted) => void check(wanted).catch(showErrorToast), dialog };
}

const isOpen = ({ citations, conflicts }: ListedDeliverable): boolean =>
  (citations === null ? 0 : countOpen(citations)) + (conflicts ?? 0) > 0;
