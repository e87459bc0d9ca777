import { useMemo } from 'react';
import { GraphLabel, GraphLines, GraphNode } from '../../charts/graph-parts.tsx';
import { nameAgentSlug } from '../../domain/agents/use-agent-name.ts';
import { formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { ScrollBox } from '../../ui/layout/scroll-box.tsx';
import { agentSize, layOutConsultations } from './lay-out-consultations.ts';
import { QuestionLine } from './question-line.tsx';
import type { ConsultationTotals } from './run-totals.ts';

const texts = analyticsTexts.consultations;

interface ConsultationsGraphProps {
  consultations: readonly ConsultationTotals[];
  /** Known departments, by slug. */
  departments: ReadonlyMap<string, string>;
}

/** Draws which agents consulted each other. A wide graph scrolls in its box. The table has the same facts. */
export function ConsultationsGraph({ consultations, departments }: ConsultationsGraphProps) {
  const { width, height, agents, questions } = useMemo(() => layOutConsultations(consultations), [consultations]);
  return (
    <ScrollBox>
      <p className="sr-only">{texts.graph}</p>
      <div aria-hidden className="relative mx-auto" style={{ width, height }}>
        <GraphLines>
          {questions.map((question) => (
            <QuestionLine key={keyOf(question)} {...question} />
          ))}
        </GraphLines>
        {agents.map(({ slug, at }) => (
          <GraphNode key={slug} box={{ ...at, ...agentSize }}>
            <ConsultationNode slug={slug} department={departments.get(slug)} />
          </GraphNode>
        ))}
        {questions.map(({ asked, labelAt }) => (
          <GraphLabel key={keyOf({ asked })} at={labelAt}>
            <span className="figures rounded-md bg-surface px-1.5 text-muted text-xs">
              {texts.edge(asked.count, asked.cost === null ? null : formatUsd(asked.cost))}
            </span>
          </GraphLabel>
        ))}
      </div>
    </ScrollBox>
  );
}

const keyOf = ({ asked: { from, to } }: { asked: ConsultationTotals }) => `${from} ${to}`;

/** One agent of the graph with its department. */
function ConsultationNode({ slug, department }: { slug: string; department: string | undefined }) {
  return (
    <div className="flex h-full flex-col justify-center rounded-lg border bg-canvas px-3">
      <span className="truncate font-medium text-sm">{nameAgentSlug(slug)}</span>
      {department && <span className="truncate text-muted text-xs">{department}</span>}
    </div>
  );
}
