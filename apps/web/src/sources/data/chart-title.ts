import type { TableChart } from '@ecp/contract/work/tables';
import { dataTexts } from '../../data/texts.ts';

/** Says what a chart plots: “Sessions planned by clinic”. */
export function titleOf(y: readonly string[], x: string, aggregate: TableChart['aggregate'] = 'sum'): string {
  const values = y.map(readable).join(', ');
  const by = lowerFirst(readable(x));
  return aggregate === 'mean' ? dataTexts.chart.mean(lowerFirst(values), by) : dataTexts.chart.sum(values, by);
}

/** Writes a name of a query as words: `sessions_planned` is “Sessions planned”. Heads of a file stay. */
function readable(name: string): string {
  if (!/^[\p{Ll}\p{N}_]+$/u.test(name)) return name;
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes a word small inside a title, unless it is an abbreviation. */
const lowerFirst = (words: string) =>
  /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
