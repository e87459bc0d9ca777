import type { AnsweredQuery } from './find-answers.ts';

/** Writes a chart of a query's result as documents hold it: a fenced block of one line of JSON (contract 10). */
export function writeChart(
  { result, title, ...planned }: AnsweredQuery,
  type: 'bar' | 'line',
  x: string,
  y: string,
): string {
  const unit = 'measure' in planned ? planned.measure.unit : null;
  const chart = { query: result.id, type, x, y: [y], title, ...(unit !== null && { unit }) };
  return `\`\`\`chart\n${JSON.stringify(chart)}\n\`\`\``;
}
