import { type ReactNode, useCallback, useMemo } from 'react';
import type { ChartLoader } from '../../api/document-queries.ts';
import { defer } from '../../ui/defer.ts';
import { Skeleton } from '../../ui/states.tsx';

/** The code that reads and shows charts. It loads when a document has the first chart, because most have none. */
const charts = defer(() => import('./charts-of-text.tsx'));
const chartFence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*chart\b/m;

/** Returns a function that renders the chart of a block by its text; it returns undefined for a block that is code. */
export function useDocumentCharts(text: string, loader: ChartLoader): (source: string) => ReactNode | undefined {
  const hasChart = useMemo(() => chartFence.test(text), [text]);
  const parts = charts.useModule(hasChart);
  const blocks = useMemo(() => parts?.listChartsByText(text), [parts, text]);
  return useCallback(
    (source) => {
      if (!hasChart) return undefined;
      if (!parts || !blocks) return <Skeleton className="my-4 aspect-16/9 w-full" />;
      const block = blocks.get(source.trim());
      return block && <parts.DocumentChart block={block} loader={loader} />;
    },
    [hasChart, parts, blocks, loader],
  );
}
