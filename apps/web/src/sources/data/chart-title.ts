import type { TableChart } from '@ecp/contract/work/tables';
import { listed } from '../../base/format/words.ts';
import type { DataTable } from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';

/** Says what a chart plots: “Sessions planned by clinic”. */
export function titleOf(
  y: readonly string[],
  x: string,
  aggregate: TableChart['aggregate'] = 'sum',
): string {
  const values = listed(y.map(readable));
  const by = lowerFirst(readable(x));
  return aggregate === 'mean'
    ? dataTexts.chart.mean(lowerFirst(values), by)
    : dataTexts.chart.sum(values, by);
}

/**
 * Says what the chart of a sheet plots. A column that is a period does not say of what, so the
 * sheet's name does.
 */
export function titleOfTable(
  { sheet, filename }: Pick<DataTable, 'sheet' | 'filename'>,
  { yHead, xHead, aggregate, isGrouped }: TableChart,
): string {
  const subject = sheet ?? filename.replace(/\.[^.]+$/, '');
  const value = /^\d/.test(yHead) ? `${subject}, ${yHead}` : yHead;
  return titleOf([value], xHead, isGrouped ? aggregate : 'sum');
}

/**
 * Writes a name of a query as words: `sessions_planned` is “Sessions planned”. Heads of a file
 * stay.
 */
function readable(name: string): string {
  if (!/^[\p{Ll}\p{N}_]+$/u.test(name)) return name;
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes a word small inside a title, unless it is an abbreviation. */
const lowerFirst = (words: string) =>
  /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
