import type { ChartBlock } from '@ecp/charts/reading/read-chart-blocks';
import { isApiError } from '@ecp/sdk/create-client';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ChartLoader } from '../../base/api/document-queries.ts';
import { sentence, sentences } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { useIsNear } from '../../base/ui/screen.ts';
import { Skeleton } from '../../base/ui/states.tsx';
import { useShownTheme } from '../../base/ui/theme/theme.ts';
import { type ChartQuery, readPicture } from './chart-picture.ts';

interface DocumentChartProps {
  block: ChartBlock;
  loader: ChartLoader;
}

/** Shows a chart in place of its block, with its query beneath. It loads when it comes near. */
export function DocumentChart({ block, loader }: DocumentChartProps) {
  if ('problem' in block) return <ChartNote>{chartTexts.unreadable}</ChartNote>;
  return <LoadedChart number={block.number} title={block.spec.title} loader={loader} />;
}

/**
 * Shows a chart by its number and title: the picture, and beneath it the query if the picture
 * carries one.
 */
export function LoadedChart({
  number,
  title,
  loader,
}: {
  number: number;
  title: string;
  loader: ChartLoader;
}) {
  const frame = useRef<HTMLElement>(null);
  const isNear = useIsNear(frame);
  const theme = useShownTheme();
  const { data, error, refetch } = useQuery({
    queryKey: [...loader.key, 'chart', number, theme],
    queryFn: async ({ signal }) => readPicture(await loader.load({ number, theme }, signal)),
    enabled: isNear,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <figure ref={frame} className="chart">
      {data && (
        <>
          <img
            src={data.address}
            alt={sentences([sentence(title), data.description])}
            width={data.widthPx}
            height={data.heightPx}
            decoding="async"
          />
          {data.query && <QueryBeneath query={data.query} />}
        </>
      )}
      {!data && !error && !isNear && (
        <div aria-hidden className="aspect-16/9 w-full rounded-md bg-hover" />
      )}
      {!data && !error && isNear && (
        <div role="status" aria-label={chartTexts.loading(title)}>
          <Skeleton className="aspect-16/9 w-full" />
        </div>
      )}
      {!data && error && isApiError(error, 'not_found') && (
        <ChartNote>{chartTexts.missing(title)}</ChartNote>
      )}
      {!data && error && !isApiError(error, 'not_found') && (
        <ChartNote>
          <span>{chartTexts.failed(title)}</span>
          <Button onClick={() => void refetch()}>{commonTexts.tryAgain}</Button>
        </ChartNote>
      )}
    </figure>
  );
}

function ChartNote({ children }: { children: ReactNode }) {
  return (
    <div role="note" className="chart-note">
      <ChartNoAxesColumn aria-hidden />
      {children}
    </div>
  );
}

function QueryBeneath({ query: { id, title, sql, resultHash } }: { query: ChartQuery }) {
  return (
    <figcaption>
      <details>
        <summary>{chartTexts.query(title ?? id)}</summary>
        <code className="chart-sql">{sql}</code>
        <span className="chart-hash">{chartTexts.result(resultHash.slice(0, 12))}</span>
      </details>
    </figcaption>
  );
}

const chartTexts = translated({
  loading: (title: string) => t('Loading the chart “{title}”', { title }),
  missing: (title: string) =>
    t(
      'The chart “{title}” is not shown: its query is missing, or the result has no values to show.',
      { title },
    ),
  unreadable: 'A chart is not shown: its description is not complete.',
  failed: (title: string) => t('The chart “{title}” could not be loaded.', { title }),
  query: (name: string) => t('Query: {name}', { name }),
  result: (hash: string) => t('Result {hash}', { hash }),
});
