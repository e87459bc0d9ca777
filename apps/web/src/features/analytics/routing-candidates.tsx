import type { RoutingCandidate } from '@ecp/contract/work/runs';
import { RangeBar } from '../../charts/range-bar.tsx';
import { formatScore, formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { classNames } from '../../ui/class-names.ts';
import { Table } from '../../ui/layout/table.tsx';

const texts = analyticsTexts.routing;
const titles = texts.candidateColumns;

interface RoutingCandidatesProps {
  candidates: readonly RoutingCandidate[];
  /** The model that was chosen for the task. */
  chosen: string;
}

/** Shows the candidate models of a task: what was expected of each, on one scale, and why it was chosen or not. */
export function RoutingCandidates({ candidates, chosen }: RoutingCandidatesProps) {
  const columns = [
    {
      title: titles.model,
      cell: ({ model }: RoutingCandidate) => (
        <span className={classNames('whitespace-nowrap', model === chosen && 'font-semibold')}>{model}</span>
      ),
    },
    {
      title: titles.score,
      cell: (candidate: RoutingCandidate) => (
        <ExpectedScore candidate={candidate} strong={candidate.model === chosen} />
      ),
    },
    { title: titles.cost, numeric: true, cell: ({ expectedCost }: RoutingCandidate) => formatUsd(expectedCost) },
    {
      title: titles.samples,
      numeric: true,
      wideOnly: true,
      cell: ({ samples, ownSamples }: RoutingCandidate) => texts.samples(samples, ownSamples),
    },
    { title: titles.why, cell: ({ why }: RoutingCandidate) => <span className="block min-w-48">{why}</span> },
  ];
  return (
    <div>
      <Table caption={texts.candidates} columns={columns} rows={candidates} rowKey={({ model }) => model} />
      <p className="mt-1.5 text-muted text-xs">{texts.scale}</p>
    </div>
  );
}

function ExpectedScore({ candidate, strong }: { candidate: RoutingCandidate; strong: boolean }) {
  const { model, expectedScore, spread } = candidate;
  return (
    <span className="flex min-w-40 items-center gap-3">
      <RangeBar
        low={expectedScore - spread}
        expected={expectedScore}
        high={expectedScore + spread}
        max={100}
        format={formatScore}
        label={texts.candidate(model)}
        strong={strong}
      />
      <span className="figures w-20 shrink-0 whitespace-nowrap text-right">
        {formatScore(expectedScore)} <span className="text-muted">± {spread.toFixed(1)}</span>
      </span>
    </span>
  );
}
