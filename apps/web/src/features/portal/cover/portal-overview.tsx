import { Hourglass } from 'lucide-react';
import { portalTexts } from '../../../texts/en/portal.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PortalComments } from '../comments/portal-comments.tsx';
import { DownloadMenu } from '../download-menu.tsx';
import { usePortal } from '../portal-context.ts';
import { PortalQuestions } from '../questions/portal-questions.tsx';
import { AskedList } from './asked-list.tsx';
import { DocumentRow } from './document-row.tsx';
import type { AskedItem } from './list-asked.ts';
import { ReleaseNote } from './release-note.tsx';

interface PortalOverviewProps {
  asked: readonly AskedItem[];
  /** Id of the comment to show. */
  comment: string | undefined;
}

/** Shows what waits for the client, the documents, the questions, and comments on the whole engagement. */
export function PortalOverview({ asked, comment }: PortalOverviewProps) {
  const { view } = usePortal();
  const { deliverables, branding } = view;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-10 md:px-8">
      <AskedList items={asked} />
      <ReleaseNote />
      {deliverables.length === 0 ? (
        <EmptyState icon={Hourglass} title={portalTexts.nothingYet.title}>
          {portalTexts.nothingYet.advice(branding.companyName ?? '')}
        </EmptyState>
      ) : (
        <section aria-label={portalTexts.documents} className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-4">
            <h2 className="font-semibold text-lg">{portalTexts.documents}</h2>
            <DownloadMenu />
          </div>
          <ul className="divide-y border-y">
            {deliverables.map((document) => (
              <li key={document.id}>
                <DocumentRow document={document} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <PortalQuestions />
      <PortalComments shown={comment} />
    </div>
  );
}
