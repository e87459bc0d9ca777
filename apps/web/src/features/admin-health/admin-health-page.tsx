import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { adminHealthTexts } from '../../texts/en/admin-health.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Badge, type Tone } from '../../ui/states/badge.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { ForbiddenView } from './forbidden-view.tsx';
import { HealthView } from './health-view.tsx';
import { healthQuery, refreshMs } from './queries.ts';

const tones: Record<keyof typeof adminHealthTexts.overall, Tone> = {
  Healthy: 'good',
  Degraded: 'warn',
  Down: 'danger',
};

/** Shows the health of the service to admins and the owner. Other roles see that they lack permission (HEA-5). */
export function AdminHealthPage() {
  const { has } = useSession();
  return <Page>{has('admin') ? <Health /> : <ForbiddenView />}</Page>;
}

function Health() {
  const { data, error, refetch } = useQuery(healthQuery);
  const latest = data?.at(-1);
  const overall = latest?.health.overall;
  return (
    <>
      <PageHeader
        title={adminHealthTexts.title}
        badges={
          overall && (
            <span role="status">
              <Badge tone={tones[overall]} dot>
                {adminHealthTexts.overall[overall]}
              </Badge>
            </span>
          )
        }
        description={
          latest ? (
            <>
              <p>{adminHealthTexts.meaning[latest.health.overall]}</p>
              <p className="figures text-sm">
                {adminHealthTexts.refreshed(formatTime(new Date(latest.atMs)), refreshMs / 1_000)}
              </p>
            </>
          ) : (
            adminHealthTexts.description
          )
        }
      />
      {data && latest ? (
        <HealthView samples={data} latest={latest} isStale={error !== null} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} className="h-24 w-full" />
      )}
    </>
  );
}
