import { getRouteApi } from '@tanstack/react-router';
import { useReadOnOpen } from '../../domain/notices/use-read-on-open.ts';
import { useSession } from '../../session/session.ts';
import { ClientFeedbackSection } from './client-feedback-section.tsx';
import { ClientLinks } from './client-links.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/clients');

/** Shares an engagement with its client and shows the client's feedback. Links require the member role (POR-3). */
export function ClientsPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId, kinds: ['client_comment', 'client_decision'] });
  const { has } = useSession();
  return (
    <div className="flex flex-col gap-10">
      {has('member') && <ClientLinks engagementId={engagementId} />}
      <ClientFeedbackSection engagementId={engagementId} />
    </div>
  );
}
