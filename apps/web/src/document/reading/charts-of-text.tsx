import { type ChartBlock, readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';

export { DocumentChart } from '../../shared/markdown/document-chart.tsx';

/**
 * Lists the charts of a document by the text of their blocks. Two blocks of the same text are the
 * same picture.
 */
export function listChartsByText(text: string): ReadonlyMap<string, ChartBlock> {
  return new Map(readChartBlocks(text).map((block) => [block.source.trim(), block]));
}
