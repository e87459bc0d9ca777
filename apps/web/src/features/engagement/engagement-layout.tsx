import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { tabStyle } from '../../ui/tabs.tsx';
import { engagementQuery } from '../engagements/queries.ts';
import { useLiveStatus } from '../run/use-live-status.ts';
import { EngagementMenu } from './engagement-menu.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');
const { tabs } = engagementTexts;
const pages = [
  { to: '/engagements/$engagementId', label: tabs.overview },
  { to: '/engagements/$engagementId/plan', label: tabs.plan },
  { to: '/engagements/$engagementId/attachments', label: tabs.attachments },
  { to: '/engagements/$engagementId/deliverables', label: tabs.deliverables },
  { to: '/engagements/$engagementId/analytics', label: tabs.analytics },
  { to: '/engagements/$engagementId/clients', label: tabs.clients },
] as const;

/** Head and parts of one engagement; below it pages find the engagement in the cache. */
export function EngagementLayout() {
  const { engagementId } = route.useParams();
  const { data, error, refetch } = useQuery(engagementQuery(engagementId));
  const status = useLiveStatus(engagementId, data);
  if (error && !data) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <PageSkeleton />;
  return (
    <Page>
      <PageHeader
        above={<Link to="/engagements">{engagementTexts.title}</Link>}
        title={data.name}
        badges={<StatusBadge status={status ?? data.status} />}
        description={data.client}
        actions={<EngagementMenu engagement={data} />}
      />
      <LinkTabs label={tabs.label}>
        {pages.map(({ to, label }) => (
          <Link key={to} to={to} params={{ engagementId }} activeOptions={{ exact: true }} className={tabStyle}>
            {label}
          </Link>
        ))}
      </LinkTabs>
      <Outlet />
    </Page>
  );
}
