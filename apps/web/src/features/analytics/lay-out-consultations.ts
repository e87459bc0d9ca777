import { graphlib, layout } from '@dagrejs/dagre';
import type { Point } from '../../charts/graph-path.ts';
import type { ConsultationTotals } from './run-totals.ts';

export const agentSize = { width: 208, height: 56 } as const;
/** Space for the label “12 × · $0.0123” on a line. */
const labelSize = { width: 104, height: 22 } as const;

/** Positions of agents and questions. The asking agent is to the left of the agent that it asks. */
export interface ConsultationLayout {
  width: number;
  height: number;
  /** Positions of the upper left corners. */
  agents: { slug: string; at: Point }[];
  /** `from` is the middle of the asking agent's right side, `to` the middle of the asked agent's left side. */
  questions: { asked: ConsultationTotals; points: Point[]; labelAt: Point; from: Point; to: Point }[];
}

/** Positions agents and questions so that lines and labels do not overlap. */
export function layOutConsultations(consultations: readonly ConsultationTotals[]): ConsultationLayout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 64, edgesep: 16, marginx: 1, marginy: 1 });
  const slugs = new Set(consultations.flatMap(({ from, to }) => [from, to]));
  for (const slug of slugs) graph.setNode(slug, { ...agentSize });
  for (const { from, to } of consultations) graph.setEdge(from, to, { ...labelSize, labelpos: 'c' });
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
      return { slug, at: { x: (x ?? 0) - agentSize.width / 2, y: (y ?? 0) - agentSize.height / 2 } };
    }),
    questions: consultations.map((asked) => {
      const { points, x, y } = graph.edge(asked.from, asked.to);
      const [from, to] = [sideOf(asked.from, 1), sideOf(asked.to, -1)];
      return { asked, points: points ?? [], labelAt: { x: x ?? 0, y: y ?? 0 }, from, to };
    }),
  };
}
