import { graphlib, layout } from '@dagrejs/dagre';
import { useMemo } from 'react';
import { nameAgentSlug } from '../../base/api/firm-queries.ts';
import { formatUsd } from '../../base/format/format.ts';
import {
  drawPath,
  GraphLabel,
  GraphLine,
  GraphLines,
  GraphNode,
  type Point,
} from '../../base/ui/charts/graph.tsx';
import { ScrollBox } from '../../base/ui/layout/table.tsx';
import type { ConsultationTotals } from './run-totals.ts';
import { analyticsTexts } from './texts.ts';

const texts = analyticsTexts.consultations;

interface ConsultationsGraphProps {
  consultations: readonly ConsultationTotals[];
  departments: ReadonlyMap<string, string>;
}

/**
 * Draws which agents consulted each other. A wide graph scrolls in its box. The table has the same
 * facts.
 */
export function ConsultationsGraph({ consultations, departments }: ConsultationsGraphProps) {
  const { width, height, agents, questions } = useMemo(
    () => layOutConsultations(consultations),
    [consultations],
  );
  return (
    <ScrollBox>
      <p className="sr-only">{texts.graph}</p>
      <div aria-hidden className="relative mx-auto" style={{ width, height }}>
        <GraphLines>
          {questions.map((question) => (
            <QuestionLine key={keyOfQuestion(question)} {...question} />
          ))}
        </GraphLines>
        {agents.map(({ slug, at }) => (
          <GraphNode key={slug} box={{ ...at, ...agentSize }}>
            <ConsultationNode slug={slug} department={departments.get(slug)} />
          </GraphNode>
        ))}
        {questions.map(({ asked, labelAt }) => (
          <GraphLabel key={keyOfQuestion({ asked })} at={labelAt}>
            <span className="figures rounded-md bg-surface px-1.5 text-muted text-xs">
              {texts.edge(asked.count, asked.cost === null ? null : formatUsd(asked.cost))}
            </span>
          </GraphLabel>
        ))}
      </div>
    </ScrollBox>
  );
}

const keyOfQuestion = ({ asked: { from, to } }: { asked: ConsultationTotals }) => `${from} ${to}`;

function ConsultationNode({ slug, department }: { slug: string; department: string | undefined }) {
  return (
    <div className="flex h-full flex-col justify-center rounded-lg border bg-canvas px-3">
      <span className="truncate font-medium text-sm">{nameAgentSlug(slug)}</span>
      {department && <span className="truncate text-muted text-xs">{department}</span>}
    </div>
  );
}

/** Draws the questions of one agent to another. More questions make a thicker line. */
function QuestionLine({
  asked,
  points,
  labelAt,
  from,
  to,
}: ConsultationLayout['questions'][number]) {
  return (
    <GraphLine
      path={drawOver(from, labelAt, to) ?? drawPath(points)}
      color="var(--line-strong)"
      widthPx={1 + Math.min(4, asked.count) * 0.5}
      hasArrow
    />
  );
}

/**
 * Draws a curve through the label's position. Returns null if the line points backwards, from right
 * to left.
 */
function drawOver(from: Point, over: Point, to: Point): string | null {
  if (from.x >= over.x || over.x >= to.x) return null;
  const [before, after] = [(from.x + over.x) / 2, (over.x + to.x) / 2];
  return `M ${from.x} ${from.y} C ${before} ${from.y} ${before} ${over.y} ${over.x} ${over.y} C ${after} ${over.y} ${after} ${to.y} ${to.x} ${to.y}`;
}

export const agentSize = { width: 208, height: 56 } as const;
/** Space for the label “12 × · $0.0123” on a line. */
const labelSize = { width: 104, height: 22 } as const;

/** Positions of agents and questions. The asking agent is to the left of the agent that it asks. */
interface ConsultationLayout {
  width: number;
  height: number;
  /** Positions of the upper left corners. */
  agents: { slug: string; at: Point }[];
  /**
   * `from` is the middle of the asking agent's right side, `to` the middle of the asked agent's
   * left side.
   */
  questions: {
    asked: ConsultationTotals;
    points: Point[];
    labelAt: Point;
    from: Point;
    to: Point;
  }[];
}

/** Positions agents and questions so that lines and labels do not overlap. */
export function layOutConsultations(
  consultations: readonly ConsultationTotals[],
): ConsultationLayout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 64, edgesep: 16, marginx: 1, marginy: 1 });
  const slugs = new Set(consultations.flatMap(({ from, to }) => [from, to]));
  for (const slug of slugs) graph.setNode(slug, { ...agentSize });
  for (const { from, to } of consultations)
    graph.setEdge(from, to, { ...labelSize, labelpos: 'c' });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const sideOf = (slug: string, direction: 1 | -1): Point => {
    const { x, y } = graph.node(slug);
    return { x: (x ?? 0) + (direction * agentSize.width) / 2, y: y ?? 0 };
  };
  return {
    width,
    height,
    agents: [...slugs].map((slug) => {
      const { x, y } = graph.node(slug);
      return {
        slug,
        at: { x: (x ?? 0) - agentSize.width / 2, y: (y ?? 0) - agentSize.height / 2 },
      };
    }),
    questions: consultations.map((asked) => {
      const { points, x, y } = graph.edge(asked.from, asked.to);
      const [from, to] = [sideOf(asked.from, 1), sideOf(asked.to, -1)];
      return { asked, points: points ?? [], labelAt: { x: x ?? 0, y: y ?? 0 }, from, to };
    }),
  };
}
