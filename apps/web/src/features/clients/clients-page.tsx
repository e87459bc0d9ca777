import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { ClientFeedbackSection } from './client-feedback-section.tsx';
import { ClientLinks } from './client-links.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/clients');

/** Shares an engagement with its client and shows the client's feedback. Links require the member role (POR-3). */
export function ClientsPage() {
  const { engagementId } = route.useParams();
  const { has } = useSession();
  return (
    <div className="flex flex-col gap-10">
      {has('member') && <ClientLinks engagementId={engagementId} />}
      <ClientFeedbackSection engagementId={engagementId} />
    </div>
  );
}
