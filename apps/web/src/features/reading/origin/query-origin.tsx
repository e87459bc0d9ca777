import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { DataGrid } from '../../../domain/data/data-grid.tsx';
import { nameQuery } from '../../../domain/data/name-query.ts';
import { recordedQuery } from '../../../domain/data/queries.ts';
import { RunAgain } from '../../../domain/data/run-again.tsx';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { ReadingContext } from './reading-context.ts';

const texts = readingTexts.origin;
/** Enough to see the figure. The data page has all rows. */
const shownRows = 4;

/** Shows a cited query: its SQL, the first rows of its result, and whether it gives the same now. */
export function QueryOrigin({ queryId }: { queryId: string }) {
  const { engagementId } = useContext(ReadingContext);
  const { data, isLoadingError } = useQuery(recordedQuery(engagementId, queryId));
  if (isLoadingError) return <p className="text-danger text-sm">{texts.noQuery}</p>;
  // The placeholder has the height of the result, so that the window does not grow out of its place.
  if (!data) return <Skeleton className="h-64 w-full" />;
  const { title, sql, columns, rows, rowCount } = data;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {title !== null && <p className="wrap-anywhere font-medium text-sm">{title}</p>}
      <pre className="max-h-20 overflow-y-auto whitespace-pre-wrap rounded-lg bg-sunken p-2.5 font-mono text-xs [overflow-wrap:anywhere]">
        {sql}
      </pre>
      <DataGrid
        caption={texts.result(nameQuery(data))}
        columns={columns}
        rows={rows.slice(0, shownRows)}
        className="max-h-32"
      />
      {rowCount > shownRows && <p className="text-muted text-xs">{texts.firstRows(shownRows, rowCount)}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <RunAgain engagementId={engagementId} queryId={queryId} />
        <Link
          to="/engagements/$engagementId/data"
          params={{ engagementId }}
          search={{ query: queryId }}
          className={`text-sm ${linkStyle}`}
        >
          {texts.openQuery}
        </Link>
      </div>
    </div>
  );
}
