import { readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ChartLoader } from './chart-loader.ts';
import { DocumentChart } from './document-chart.tsx';

/** Returns a function that renders the chart of a block by its text; it returns undefined for a block that is code. */
export function useDocumentCharts(text: string, loader: ChartLoader): (source: string) => ReactNode | undefined {
  const blocks = useMemo(() => {
    // Two blocks of the same text are the same picture.
    const found = readChartBlocks(text).map((block) => [block.source.trim(), block] as const);
    return new Map(found);
  }, [text]);
  return useCallback(
    (source) => {
      const block = blocks.get(source.trim());
      return block && <DocumentChart block={block} loader={loader} />;
    },
    [blocks, loader],
  );
}
