import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useState } from 'react';
import { titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { Badge, TimeAgo } from '../../base/ui/badges.tsx';
import { Button } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { EmptyState } from '../../base/ui/states.tsx';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';
import { queriesQuery } from '../../shared/data/data-queries.ts';
import { nameQuery, RunAgain } from '../../shared/data/recorded-query.tsx';
import { dataTexts } from '../../shared/data/texts.ts';
import { type JoinedQuery, joinQueries } from './join-queries.ts';

const texts = dataTexts.history;

/** Queries that are shown at first, and with each further step. */
const step = 50;

/**
 * Lists the recorded queries, each statement with one result once, with the documents that use it.
 */
export function QueryHistory({ engagementId }: { engagementId: string }) {
  const { data: queries = [] } = useQuery(queriesQuery(engagementId));
  const [most, setMost] = useState(step);
  if (queries.length === 0) {
    return (
      <EmptyState icon={History} title={texts.none.title}>
        {texts.none.advice}
      </EmptyState>
    );
  }
  const all = joinQueries(queries);
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label={texts.label} className="w-full divide-y rounded-xl border bg-surface">
        {all.slice(0, most).map((joined) => (
          <HistoryItem key={joined.query.id} engagementId={engagementId} joined={joined} />
        ))}
      </ul>
      {all.length > most && <Button onClick={() => setMost(most + step)}>{texts.more}</Button>}
    </div>
  );
}

function HistoryItem({ engagementId, joined }: { engagementId: string; joined: JoinedQuery }) {
  const { query, times, usedIn } = joined;
  const { id, createdBy, createdAt, rowCount, truncated } = query;
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
          {nameQuery(query)}
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <span>{createdBy.name}</span>
          <AuthorBadge author={createdBy} />
          <TimeAgo at={createdAt} />
          <span>{dataTexts.tables.rows(rowCount)}</span>
          {times > 1 && <span>{texts.times(times)}</span>}
          {truncated && <Badge tone="warn">{texts.truncated}</Badge>}
        </p>
        {usedIn.length > 0 && <Uses engagementId={engagementId} filenames={usedIn} />}
      </div>
      <RunAgain engagementId={engagementId} queryId={id} />
    </li>
  );
}

function Uses({ engagementId, filenames }: { engagementId: string; filenames: readonly string[] }) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <p className="flex flex-wrap gap-x-2 text-sm">
      <span className="text-muted">{texts.usedIn}</span>
      {filenames.map((filename) => (
        <DocumentLink key={filename} engagementId={engagementId} filename={filename}>
          {titleOf(filename, engagement)}
        </DocumentLink>
      ))}
    </p>
  );
}
