import type { RunAnalytics } from '@ecp/contract/work/runs';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { nameAgentSlug } from '../../domain/agents/use-agent-name.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import type { Figures } from './use-figures.ts';

const texts = analyticsTexts.agents;
type Agent = RunAnalytics['agents'][number];

const modelsOf = ({ models }: Agent) => models.map(({ model }) => model).join(', ');
const columns = [
  { title: texts.columns.agent, value: ({ slug }: Agent) => nameAgentSlug(slug) },
  { title: texts.columns.department, value: ({ department }: Agent) => department },
  { title: texts.columns.calls, value: ({ steps }: Agent) => steps },
  { title: texts.columns.models, value: modelsOf },
];

/** Shows which agents worked in the run and how many model calls each made. Renders nothing if no run has completed. */
export function AgentsFigure({ figures: { analytics } }: { figures: Figures }) {
  const { agents } = analytics;
  if (agents.length === 0) return null;
  return (
    <ChartFigure
      title={texts.title}
      summary={texts.summary(
        agents.length,
        agents.reduce((sum, { steps }) => sum + steps, 0),
      )}
      table={{ columns, rows: agents }}
      rowKey={({ slug }) => slug}
      filename="agents"
    >
      <BarList
        label={texts.title}
        bars={agents.map((agent) => ({
          key: agent.slug,
          label: nameAgentSlug(agent.slug),
          value: agent.steps,
          text: texts.calls(agent.steps),
          note: [agent.department, modelsOf(agent)].filter(Boolean).join(' · '),
        }))}
      />
    </ChartFigure>
  );
}
