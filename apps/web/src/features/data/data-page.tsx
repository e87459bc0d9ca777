import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Table2 } from 'lucide-react';
import { queriesQuery, tablesQuery } from '../../domain/data/queries.ts';
import { dataTexts } from '../../texts/en/data.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { DataParts } from './data-parts.tsx';
import { WithoutTables } from './tables/table-list.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/data');

/**
 * Shows an engagement's tables, queries them, and lists the recorded queries (contract 10). The address names the view.
 */
export function DataPage() {
  const { engagementId } = route.useParams();
  const search = route.useSearch();
  const tables = useQuery(tablesQuery(engagementId));
  const queries = useQuery(queriesQuery(engagementId));
  const failed = [tables, queries].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!tables.data || !queries.data) return <SkeletonRows rows={4} className="h-28 w-full" />;
  const isEmpty = tables.data.length === 0 && queries.data.length === 0;
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-3xl text-muted">{dataTexts.description}</p>
      {isEmpty ? <NoTables engagementId={engagementId} /> : <DataParts engagementId={engagementId} search={search} />}
    </div>
  );
}

function NoTables({ engagementId }: { engagementId: string }) {
  const { title, advice, action } = dataTexts.empty;
  const add = (
    <Link to="/engagements/$engagementId/attachments" params={{ engagementId }} className={buttonStyle()}>
      {action}
    </Link>
  );
  return (
    <>
      <EmptyState icon={Table2} title={title} action={add}>
        {advice}
      </EmptyState>
      <WithoutTables engagementId={engagementId} />
    </>
  );
}
