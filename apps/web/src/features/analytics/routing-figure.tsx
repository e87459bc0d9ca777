import { ChartFigure } from '../../charts/chart-figure.tsx';
import { nameAgentSlug } from '../../domain/agents/use-agent-name.ts';
import { formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { type Choice, RoutingChoice } from './routing-choice.tsx';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.routing;
const columns = [
  { title: texts.columns.task, value: ({ name }: Choice) => name },
  { title: texts.columns.agent, value: ({ agentSlug }: Choice) => nameAgentSlug(agentSlug) },
  { title: texts.columns.model, value: ({ selectedModel }: Choice) => selectedModel },
  { title: texts.columns.observer, value: ({ observerScore }: Choice) => observerScore },
  {
    title: texts.columns.cost,
    value: ({ cost }: Choice) => cost,
    text: ({ cost }: Choice) => formatUsd(cost),
  },
  { title: texts.columns.explored, value: ({ explored }: Choice) => (explored ? texts.yes : texts.no) },
  { title: texts.columns.reason, value: ({ reason }: Choice) => reason ?? null },
];

/** Shows which model was chosen for each task and why, with every candidate (docs/decisions/model-routing.md). */
export function RoutingFigure({ figures: { analytics, engagement, run } }: { figures: Figures }) {
  const nameOf = (id: string) => [...run.tasks, ...engagement.tasks].find((task) => task.id === id)?.name ?? id;
  const choices = analytics.modelRouting.map((choice) => ({ ...choice, name: nameOf(choice.taskId) }));
  return (
    <ChartFigure
      title={texts.title}
      summary={summarize(choices)}
      table={{ columns, rows: choices }}
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

function summarize(choices: readonly Choice[]): string {
  if (choices.length === 0) return texts.none;
  const isPinned = ({ candidates = [] }: Choice) => candidates.some(({ verdict }) => verdict === 'pinned');
  if (choices.every(isPinned)) return texts.pinned;
  const explored = choices.filter((choice) => choice.explored).length;
  return texts.summary(choices.length - explored, explored);
}
