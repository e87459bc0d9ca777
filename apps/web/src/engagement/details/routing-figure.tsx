import type { RoutingCandidate, RunAnalytics } from '@ecp/contract/work/runs';
import { nameAgentSlug } from '../../base/api/firm-queries.ts';
import { formatDecimal, formatScore, formatUsd } from '../../base/format/format.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { RangeBar } from '../../base/ui/charts/bars.tsx';
import { ChartFigure } from '../../base/ui/charts/chart-figure.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Table } from '../../base/ui/layout/table.tsx';
import type { Figures } from './analytics-figures.ts';
import { ExpandableRow } from './expandable-row.tsx';
import { analyticsTexts } from './texts.ts';

const texts = analyticsTexts.routing;
const columns = () => [
  { title: texts.columns.task, value: ({ name }: Choice) => name },
  { title: texts.columns.agent, value: ({ agentSlug }: Choice) => nameAgentSlug(agentSlug) },
  { title: texts.columns.model, value: ({ selectedModel }: Choice) => selectedModel },
  { title: texts.columns.observer, value: ({ observerScore }: Choice) => observerScore },
  {
    title: texts.columns.cost,
    value: ({ cost }: Choice) => cost,
    text: ({ cost }: Choice) => formatUsd(cost),
  },
  {
    title: texts.columns.explored,
    value: ({ explored }: Choice) => (explored ? texts.yes : texts.no),
  },
  { title: texts.columns.reason, value: ({ reason }: Choice) => reason ?? null },
];

/**
 * Shows which model was chosen for each task and why, with every candidate
 * (docs/decisions/model-routing.md).
 */
export function RoutingFigure({ figures: { analytics, engagement, run } }: { figures: Figures }) {
  const nameOf = (id: string) =>
    [...run.tasks, ...engagement.tasks].find((task) => task.id === id)?.name ?? id;
  const choices = analytics.modelRouting.map((choice) => ({
    ...choice,
    name: nameOf(choice.taskId),
  }));
  return (
    <ChartFigure
      title={texts.title}
      summary={summarizeChoices(choices)}
      table={{ columns: columns(), rows: choices }}
      rowKey={({ taskId }) => taskId}
      filename="model-choices"
    >
      {choices.length > 0 && (
        <ul aria-label={texts.title} className="-mx-4 -mb-4 divide-y border-t">
          {choices.map((choice) => (
            <RoutingChoice key={choice.taskId} choice={choice} />
          ))}
        </ul>
      )}
    </ChartFigure>
  );
}

/** Says how the models of the tasks were chosen. */
export function summarizeChoices(choices: readonly RunAnalytics['modelRouting'][number][]): string {
  if (choices.length === 0) return texts.none;
  const isPinned = ({ candidates = [] }: RunAnalytics['modelRouting'][number]) =>
    candidates.some(({ verdict }) => verdict === 'pinned');
  if (choices.every(isPinned)) return texts.pinned;
  const explored = choices.filter((choice) => choice.explored).length;
  return texts.summary(choices.length - explored, explored);
}

/** A model routing decision with the name of its task. */
type Choice = RunAnalytics['modelRouting'][number] & { name: string };

function RoutingChoice({ choice }: { choice: Choice }) {
  const {
    name,
    agentSlug,
    selectedModel,
    observerScore,
    cost,
    reason,
    explored,
    candidates = [],
  } = choice;
  const observed = observerScore === null ? [] : [texts.observer(String(observerScore))];
  const line = (
    <>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted text-sm">
          {[nameAgentSlug(agentSlug), ...observed].join(' · ')}
        </span>
      </span>
      <span className="flex items-center gap-2 max-sm:w-full max-sm:pl-7">
        {explored && <Badge tone="info">{texts.explored}</Badge>}
        <Badge tone="accent">{selectedModel}</Badge>
        <span className="figures ml-auto w-20 text-right">{formatUsd(cost)}</span>
      </span>
    </>
  );
  return (
    <ExpandableRow className="flex flex-wrap py-3" line={line}>
      {reason && <p className="text-muted text-sm">{sentence(reason)}</p>}
      {candidates.length > 0 && (
        <RoutingCandidates candidates={candidates} chosen={selectedModel} />
      )}
    </ExpandableRow>
  );
}

const sentence = (reason: string) => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;

const titles = texts.candidateColumns;

interface RoutingCandidatesProps {
  candidates: readonly RoutingCandidate[];
  chosen: string;
}

/**
 * Shows the candidate models of a task: what was expected of each, on one scale, and why it was
 * chosen or not.
 */
function RoutingCandidates({ candidates, chosen }: RoutingCandidatesProps) {
  const columns = [
    {
      title: titles.model,
      cell: ({ model }: RoutingCandidate) => (
        <span className={classNames('whitespace-nowrap', model === chosen && 'font-semibold')}>
          {model}
        </span>
      ),
    },
    {
      title: titles.score,
      cell: (candidate: RoutingCandidate) => (
        <ExpectedScore candidate={candidate} strong={candidate.model === chosen} />
      ),
    },
    {
      title: titles.cost,
      numeric: true,
      cell: ({ expectedCost }: RoutingCandidate) => formatUsd(expectedCost),
    },
    {
      title: titles.samples,
      numeric: true,
      wideOnly: true,
      cell: ({ samples, ownSamples }: RoutingCandidate) => texts.samples(samples, ownSamples),
    },
    {
      title: titles.why,
      cell: ({ why }: RoutingCandidate) => <span className="block min-w-48">{why}</span>,
    },
  ];
  return (
    <div>
      <Table
        caption={texts.candidates}
        columns={columns}
        rows={candidates}
        rowKey={({ model }) => model}
      />
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
        {formatScore(expectedScore)} <span className="text-muted">± {formatDecimal(spread)}</span>
      </span>
    </span>
  );
}
