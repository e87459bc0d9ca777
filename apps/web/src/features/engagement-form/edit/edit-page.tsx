import type { Role } from '@ecp/contract/identity/auth';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { isActive } from '../../../domain/engagements/is-active.ts';
import { engagementQuery } from '../../../domain/engagements/queries.ts';
import { ForRole } from '../../../session/for-role.tsx';
import { engagementTexts } from '../../../texts/en/engagements.ts';
import { pendingTexts } from '../../../texts/en/pending.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { EditEngagement } from './edit-engagement.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');
/** Editing requires write access (ACS-5). */
const writer: Role = 'member';

/** Changes an engagement that has no active run (ENG-20, ENG-21). */
export function EditPage() {
  const { engagementId } = route.useParams();
  const { data } = useQuery(engagementQuery(engagementId));
  if (!data) return <SkeletonRows />;
  const back = (
    <Link to="/engagements/$engagementId" params={{ engagementId }} className={buttonStyle()}>
      {engagementTexts.tabs.overview}
    </Link>
  );
  return (
    <ForRole needs={writer}>
      {isActive(data.status) ? (
        <EmptyState icon={Lock} title={pendingTexts.editLocked.title} action={back}>
          {pendingTexts.editLocked.advice}
        </EmptyState>
      ) : (
        <EditEngagement engagement={data} />
      )}
    </ForRole>
  );
}
