import { Link } from '@tanstack/react-router';
import { Page, PageHeader, PartHeader } from '../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../base/ui/layout/table.tsx';
import { aiUseHelpTexts } from './ai-use-help-texts.ts';
import { helpTexts } from './help-texts.ts';

const texts = aiUseHelpTexts;

type Line = keyof typeof texts.lines;

interface Served {
  line: Line;
  act: readonly string[];
  iso: readonly string[];
}

const served: readonly Served[] = [
  { line: 'lead', act: ['50(4)', '50(5)'], iso: ['A.8.5', '7.4'] },
  { line: 'documents', act: ['50(4)', '50(5)'], iso: ['A.8.5', 'A.6.2.8'] },
  { line: 'models', act: [], iso: ['A.4.2', 'A.4.4', 'A.10.3'] },
  { line: 'checks', act: [], iso: ['A.6.2.6', '9.1'] },
  { line: 'reviews', act: ['50(4)'], iso: ['A.9.2', 'A.3.2'] },
  { line: 'releases', act: ['50(5)'], iso: ['A.10.4', '7.5'] },
  { line: 'attestations', act: ['50(4)'], iso: ['A.3.2', 'A.10.2'] },
  { line: 'dossier', act: [], iso: ['7.5', 'A.6.2.8'] },
];

const provisions: readonly {
  ids: readonly string[];
  means: Exclude<keyof typeof texts.provisions, 'title'>;
}[] = [
  { ids: ['50(4)'], means: 'disclosure' },
  { ids: ['50(5)'], means: 'exposure' },
  { ids: ['A.3.2'], means: 'roles' },
  { ids: ['A.4.2', 'A.4.4'], means: 'resources' },
  { ids: ['A.6.2.6', '9.1'], means: 'monitoring' },
  { ids: ['A.6.2.8'], means: 'logs' },
  { ids: ['A.8.5', '7.4'], means: 'parties' },
  { ids: ['A.9.2'], means: 'use' },
  { ids: ['A.10.2', 'A.10.3', 'A.10.4'], means: 'others' },
  { ids: ['7.5'], means: 'records' },
];

/**
 * Says which articles and clauses each line of the AI-use statement may support, and what it does
 * not serve.
 */
export function AiUseHelpPage() {
  const columns: Column<Served>[] = [
    { title: texts.columns.line, cell: ({ line }) => texts.lines[line] },
    {
      title: texts.columns.act,
      cell: ({ act }) =>
        act.length === 0 ? <span className="text-muted">{texts.none}</span> : act.join(', '),
    },
    { title: texts.columns.iso, cell: ({ iso }) => iso.join(', ') },
  ];
  const above = [
    <Link key="help" to="/help">
      {helpTexts.title}
    </Link>,
  ];
  return (
    <Page>
      <PageHeader title={texts.title} description={texts.description} above={above} />
      <Table caption={texts.title} columns={columns} rows={served} rowKey={({ line }) => line} />
      <section className="flex flex-col gap-4">
        <PartHeader title={texts.provisions.title} />
        <dl className="flex flex-col gap-3">
          {provisions.map(({ ids, means }) => (
            <div key={means} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
              <dt className="figures font-medium">{ids.join(', ')}</dt>
              <dd className="max-w-2xl text-muted">{texts.provisions[means]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="flex flex-col gap-4">
        <PartHeader title={texts.limits.title} />
        <ul className="flex max-w-2xl list-disc flex-col gap-2 pl-5">
          {texts.limits.list.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
