import { describeResearchRefusal } from '@ecp/contract/values/describe-research-refusal';
import { useAgentNames } from '../../domain/agents/use-agent-name.ts';
import { formatCount, formatUsd } from '../../format/format.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import type { PageRead, RunSearch } from './queries.ts';
import { ShownPart } from './shown-part.tsx';

/** Describes the refusal of a call; null for a call that succeeded or is not over. */
const refusalOf = ({ reason, detail }: Pick<PageRead, 'reason' | 'detail'>) =>
  reason === null ? null : describeResearchRefusal({ reason, detail });

/** The columns of the agent that asked, and of the time. A phone shows the agent below the first column instead. */
const askingColumns = (nameOf: (agent: string) => string): Column<{ agent: string; createdAt: string }>[] => [
  { title: researchTexts.by, wideOnly: true, cell: ({ agent }) => nameOf(agent) },
  { title: researchTexts.when, wideOnly: true, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

/** Lists the searches of agents: the words, the results, the agent, the time and the cost. */
export function SearchList({ searches }: { searches: readonly RunSearch[] }) {
  const texts = researchTexts.searches;
  const nameOf = useAgentNames();
  const columns: Column<RunSearch>[] = [
    {
      title: texts.words,
      cell: (search) => (
        <div className="min-w-36">
          <span dir="auto" className="wrap-anywhere font-medium">
            {search.query}
          </span>
          <span className="block text-muted text-sm md:hidden">{nameOf(search.agent)}</span>
        </div>
      ),
    },
    {
      title: texts.found,
      cell: (search) => refusalOf(search) ?? <span className="figures">{formatCount(search.results)}</span>,
    },
    ...askingColumns(nameOf),
    { title: texts.cost, numeric: true, cell: ({ costUsd }) => formatUsd(costUsd) },
  ];
  if (searches.length === 0) return <p className="text-muted">{texts.none}</p>;
  return (
    <ShownPart items={searches}>
      {(shown) => <Table caption={texts.title} columns={columns} rows={shown} rowKey={({ id }) => id} />}
    </ShownPart>
  );
}

/** Lists the addresses of refused pages, each with the reason. */
export function RefusedList({ reads }: { reads: readonly PageRead[] }) {
  const texts = researchTexts.refused;
  const nameOf = useAgentNames();
  const columns: Column<PageRead>[] = [
    {
      title: texts.address,
      cell: ({ url, agent }) => (
        <div className="min-w-36">
          <span className="wrap-anywhere">{url}</span>
          <span className="block text-muted text-sm md:hidden">{nameOf(agent)}</span>
        </div>
      ),
    },
    { title: texts.reason, cell: refusalOf },
    ...askingColumns(nameOf),
  ];
  return (
    <ShownPart items={reads}>
      {(shown) => <Table caption={texts.title} columns={columns} rows={shown} rowKey={({ id }) => id} />}
    </ShownPart>
  );
}
