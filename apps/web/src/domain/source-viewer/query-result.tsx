import type { PortalSource } from '@ecp/contract/reach/portal';
import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { DataGrid } from '../data/data-grid.tsx';
import type { ShownSource } from './source-loader.ts';

type ResultTable = NonNullable<PortalSource['table']>;

/** Shows the result of a cited query, and its SQL to those who get it. */
export function QueryResult({ source: { title, sql }, table }: { source: ShownSource; table: ResultTable }) {
  const { rows, truncated } = table;
  const columns = table.columns.map((name, at) => ({ name, type: typeOf(rows, at), unit: null }));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <DataGrid caption={texts.query.caption(title)} columns={columns} rows={rows} className="max-h-[60dvh]" />
      {truncated && <p className="text-muted text-sm">{texts.query.truncated(rows.length)}</p>}
      {sql && <CodeBlock label={texts.query.sql} code={sql} />}
    </div>
  );
}

const typeOf = (rows: ResultTable['rows'], at: number) =>
  rows.some((row) => typeof row[at] === 'number') ? ('number' as const) : ('text' as const);
