import type { Role } from '@ecp/contract/identity/auth';
import { getRouteApi } from '@tanstack/react-router';
import { ForRole } from '../../../session/for-role.tsx';
import { useSession } from '../../../session/session.ts';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { EngagementAllowance } from './engagement-allowance.tsx';
import { NewEngagement } from './new-engagement.tsx';
import { SampleLink } from './sample-link.tsx';

const route = getRouteApi('/shell/engagements/new');
/** Creating requires write access (ACS-5). */
const writer: Role = 'member';

/** Creates an engagement from a request, a template or a blank page (ENG-3, ENG-13, INT-4). */
export function NewEngagementPage() {
  const { template } = route.useSearch();
  const { tenant, has } = useSession();
  return (
    <Page>
      <PageHeader
        title={newEngagementTexts.title}
        description={newEngagementTexts.lead}
        actions={has(writer) && <SampleLink />}
      />
      <ForRole needs={writer}>
        <EngagementAllowance />
        <NewEngagement key={tenant.id} asked={template} />
      </ForRole>
    </Page>
  );
}
