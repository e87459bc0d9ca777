import { getRouteApi } from '@tanstack/react-router';
import { useReadOnOpen } from '../../domain/notices/use-read-on-open.ts';
import { useSession } from '../../session/session.ts';
import { ClientDocuments } from './client-documents.tsx';
import { ClientLinks } from './client-links.tsx';
import { ClientFeedbackSection } from './feedback/client-feedback-section.tsx';
import { ReleaseList } from './release-list.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/clients');

/**
 * Releases an engagement's documents to clients, and shows what they have, what they said, and what was released. Links
 * require the member role (POR-3).
 */
export function ClientsPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId, kinds: ['client_comment', 'client_decision'] });
  const { has } = useSession();
  return (
    <div className="flex flex-col gap-10">
      {has('member') && <ClientLinks engagementId={engagementId} />}
      <ClientDocuments engagementId={engagementId} />
      <ClientFeedbackSection engagementId={engagementId} />
      <ReleaseList engagementId={engagementId} />
    </div>
  );
}
