/**
 * Renders rows as a Markdown table: the first is the head, and all columns but the first have
 * figures.
 */
export function renderTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
