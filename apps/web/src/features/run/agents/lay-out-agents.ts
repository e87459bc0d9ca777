import { Graph, layout } from '@dagrejs/dagre';
import type { Box } from '../../../charts/graph-bounds.ts';
import type { AgentLink, AgentActivity } from './describe-agents.ts';

export const nodeSize = { width: 216, height: 60 } as const;
/** Of the node of the run. */
const runWidth = 120;
/** The node that hands the tasks out. */
export const runNodeId = '(run)';

/** Where the upper left corner of each node stands, by the agent's slug. */
export type AgentPositions = ReadonlyMap<string, { x: number; y: number }>;

/** Who is in the graph and how they hang together, without what they do: as long as it is the same, nothing moves. */
export interface AgentShape {
  slugs: readonly string[];
  leads: readonly string[];
  links: readonly { from: string; to: string }[];
}

/** The part of a run that the layout depends on. */
export function shapeOf(agents: readonly AgentActivity[], links: readonly AgentLink[]): AgentShape {
  return {
    slugs: agents.map(({ slug }) => slug),
    leads: agents.filter(({ tasks }) => tasks.length > 0).map(({ slug }) => slug),
    links: links.map(({ from, to }) => ({ from, to })),
  };
}

/** Places the run, its leads and the colleagues they asked from left to right, with few crossings. */
export function layOutAgents({ slugs, leads, links }: AgentShape): AgentPositions {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 72, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  graph.setNode(runNodeId, { ...nodeSize, width: runWidth });
  for (const slug of slugs) graph.setNode(slug, { ...nodeSize });
  for (const slug of leads) graph.setEdge(runNodeId, slug);
  for (const { from, to } of links) graph.setEdge(from, to);
  layout(graph);
  const places = new Map<string, { x: number; y: number }>();
  for (const id of graph.nodes()) {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(id);
    places.set(id, { x: x - width / 2, y: y - height / 2 });
  }
  return places;
}

/** The room that a node takes. */
export function boxOf(id: string, places: AgentPositions): Box {
  const at = places.get(id) ?? { x: 0, y: 0 };
  return { ...at, ...nodeSize, ...(id === runNodeId && { width: runWidth }) };
}
