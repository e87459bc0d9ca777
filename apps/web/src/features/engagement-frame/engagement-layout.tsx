import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { sampleTexts } from '../../texts/en/start-engagement.ts';
import { LinkTabs } from '../../ui/layout/link-tabs.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { tabStyle } from '../../ui/layout/tab-style.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PageSkeleton } from '../../ui/states/skeleton.tsx';
import { EngagementFacts } from './engagement-facts.tsx';
import { EngagementMenu } from './engagement-menu.tsx';
import { engagementParts } from './engagement-parts.ts';
import { EngagementState } from './engagement-state.tsx';
import { SampleNotice } from './sample-notice.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');
/** Header and tabs of one engagement. The pages below it find the engagement in the cache. */
export function EngagementLayout() {
  const { engagementId } = route.useParams();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data, error, refetch } = useQuery(engagementQuery(engagementId));
  if (error && !data) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <PageSkeleton />;
  const part = engagementParts.find(({ below }) => below !== '' && path.endsWith(below));
  const crumb = part?.label ?? (path.endsWith('/edit') ? engagementTexts.edit : undefined);
  return (
    <Page>
      <PageHeader
        above={[
          <Link key="all" to="/engagements">
            {engagementTexts.title}
          </Link>,
          ...(crumb === undefined
            ? []
            : [
                <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
                  {data.name}
                </Link>,
              ]),
        ]}
        crumb={crumb}
        title={data.name}
        documentTitle={part && `${part.label} · ${data.name}`}
        badges={
          <>
            {data.sample && <Badge tone="accent">{sampleTexts.badge}</Badge>}
            <EngagementState engagement={data} />
          </>
        }
        description={<EngagementFacts engagement={data} />}
        actions={<EngagementMenu engagement={data} />}
      />
      <LinkTabs label={engagementTexts.tabs.label}>
        {engagementParts.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ engagementId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={tabStyle}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      {data.sample && !part?.below && <SampleNotice engagementId={engagementId} />}
      <Outlet />
    </Page>
  );
}
