import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { AuthorBadge } from '../../../domain/authors/author-badge.tsx';
import { nameQuery } from '../../../domain/data/name-query.ts';
import { type QueryListItem, queriesQuery } from '../../../domain/data/queries.ts';
import { RunAgain } from '../../../domain/data/run-again.tsx';
import { dataTexts } from '../../../texts/en/data.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { TimeAgo } from '../../../ui/states/time-ago.tsx';

const texts = dataTexts.history;

/** Lists the recorded queries of people and agents, newest first. */
export function QueryHistory({ engagementId }: { engagementId: string }) {
  const { data: queries = [] } = useQuery(queriesQuery(engagementId));
  if (queries.length === 0) {
    return (
      <EmptyState icon={History} title={texts.none.title}>
        {texts.none.advice}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={texts.label} className="divide-y rounded-xl border bg-surface">
      {queries.map((query) => (
        <HistoryItem key={query.id} engagementId={engagementId} query={query} />
      ))}
    </ul>
  );
}

function HistoryItem({ engagementId, query }: { engagementId: string; query: QueryListItem }) {
  const { id, createdBy, createdAt, rowCount, truncated } = query;
  const name = nameQuery(query);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <Link
          to="/engagements/$engagementId/data"
          params={{ engagementId }}
          search={{ query: id }}
          resetScroll={false}
          className="wrap-anywhere line-clamp-2 rounded font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <span>{createdBy.name}</span>
          <AuthorBadge author={createdBy} />
          <TimeAgo at={createdAt} />
          <span>{dataTexts.tables.rows(rowCount)}</span>
          {truncated && <Badge tone="warn">{texts.truncated}</Badge>}
        </p>
      </div>
      <RunAgain engagementId={engagementId} queryId={id} />
    </li>
  );
}
