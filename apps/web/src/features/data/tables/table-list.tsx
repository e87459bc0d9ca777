import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { keyColumns } from '../../../domain/data/key-columns.ts';
import { type DataTable, type TableColumn, withoutTableQuery } from '../../../domain/data/queries.ts';
import { useSession } from '../../../session/session.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Badge } from '../../../ui/states/badge.tsx';

const texts = dataTexts.tables;

interface TableListProps {
  engagementId: string;
  tables: readonly DataTable[];
  /** Id of the table whose rows are shown. */
  shown: string | undefined;
  onQuery: (table: DataTable) => void;
}

/** Lists the tables by their names in queries, each with its file, sheet, rows and columns. */
export function TableList({ engagementId, tables, shown, onQuery }: TableListProps) {
  return (
    <section aria-label={texts.title} className="min-w-0">
      <h2 className="mb-2 font-semibold">{texts.title}</h2>
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto p-px lg:max-h-[calc(100dvh-10rem)]">
        {tables.map((table) => (
          <TableItem
            key={table.id}
            engagementId={engagementId}
            table={table}
            isShown={table.id === shown}
            onQuery={onQuery}
          />
        ))}
      </ul>
      <WithoutTables engagementId={engagementId} />
    </section>
  );
}

/** Lists the sheets and files that give no table, each with the reason; nothing if all do. */
export function WithoutTables({ engagementId }: { engagementId: string }) {
  const { data: without = [] } = useQuery(withoutTableQuery(engagementId));
  if (without.length === 0) return null;
  const { title, reasons } = dataTexts.withoutTable;
  return (
    <details open className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer rounded text-muted">{title}</summary>
      <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
        {without.map(({ attachmentId, filename, sheet, reason }) => (
          <li key={`${attachmentId} ${sheet} ${reason}`} className="wrap-anywhere">
            {[filename, sheet].filter(Boolean).join(' · ')}: {reasons[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface TableItemProps extends Pick<TableListProps, 'engagementId' | 'onQuery'> {
  table: DataTable;
  isShown: boolean;
}

function TableItem({ engagementId, table, isShown, onQuery }: TableItemProps) {
  const mayRun = useSession().has('member');
  const { id, name, filename, sheet, hidden, columns, rowCount, leftOut, remarks } = table;
  const notes = [
    leftOut.count > 0 && texts.leftOut(leftOut.count),
    remarks.length > 0 && texts.remarks(remarks.length),
  ].filter((note) => note !== false);
  const rows = { to: '/engagements/$engagementId/data', params: { engagementId }, search: { table: id } } as const;
  return (
    <li className={classNames('rounded-lg border p-3', isShown ? 'border-accent bg-accent-soft/40' : 'bg-surface')}>
      <div className="flex items-start justify-between gap-2">
        <Link
          {...rows}
          resetScroll={false}
          aria-label={texts.show(name)}
          aria-current={isShown || undefined}
          className="wrap-anywhere min-w-0 rounded font-medium font-mono text-sm hover:underline"
        >
          {name}
        </Link>
        {hidden && (
          <span title={texts.hiddenHint}>
            <Badge tone="warn">
              <EyeOff aria-hidden className="size-3.5" />
              {texts.hidden}
            </Badge>
          </span>
        )}
      </div>
      <p className="wrap-anywhere mt-0.5 text-muted text-sm">{[filename, sheet].filter(Boolean).join(' · ')}</p>
      <div className="mt-1 flex items-baseline justify-between gap-2">
        <details className="min-w-0 flex-1 text-sm">
          <summary className="figures w-fit cursor-pointer rounded text-muted">
            {texts.rows(rowCount)}, {texts.columns(columns.length)}
          </summary>
          <ColumnList label={texts.columnList(name)} columns={columns} />
        </details>
        {mayRun && (
          <Button kind="quiet" size="small" aria-label={texts.queryLabel(name)} onClick={() => onQuery(table)}>
            {texts.query}
          </Button>
        )}
      </div>
      {notes.length > 0 && (
        <Link {...rows} resetScroll={false} className="rounded text-sm text-warn hover:underline">
          {notes.join(', ')}
        </Link>
      )}
    </li>
  );
}

function ColumnList({ label, columns }: { label: string; columns: readonly TableColumn[] }) {
  return (
    <ul aria-label={label} className="mt-1.5 flex flex-col gap-1">
      {keyColumns(columns).map(({ key, column: { name, type, unit } }) => (
        <li key={key} className="wrap-anywhere flex justify-between gap-3">
          <span className="min-w-0 font-mono text-xs">{name}</span>
          <span className="shrink-0 text-muted text-xs">{[texts.types[type], unit].filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
