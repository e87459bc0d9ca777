import { Graph, layout } from '@dagrejs/dagre';
import type { Box } from '../../../charts/graph-bounds.ts';
import type { AgentActivity, AgentLink } from './describe-agents.ts';

export const nodeSize = { width: 216, height: 60 } as const;
/** Width of the run's node. */
const runWidth = 120;
/** Id of the run's node, from which the tasks start. */
export const runNodeId = '(run)';

/** Positions of the upper left corners of the nodes, by the agent's slug. */
export type AgentPositions = ReadonlyMap<string, { x: number; y: number }>;

/** The agents of the graph and their links, without their activity. Nothing moves while it is unchanged. */
export interface AgentShape {
  slugs: readonly string[];
  leads: readonly string[];
  links: readonly { from: string; to: string }[];
}

/** Returns the part of a run that determines the layout. */
export function shapeOf(agents: readonly AgentActivity[], links: readonly AgentLink[]): AgentShape {
  return {
    slugs: agents.map(({ slug }) => slug),
    leads: agents.filter(({ tasks }) => tasks.length > 0).map(({ slug }) => slug),
    links: links.map(({ from, to }) => ({ from, to })),
  };
}

/** Positions the run, its lead agents and their colleagues from left to right, with few crossings. */
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

/** Returns the bounds of a node. */
export function boxOf(id: string, places: AgentPositions): Box {
  const at = places.get(id) ?? { x: 0, y: 0 };
  return { ...at, ...nodeSize, ...(id === runNodeId && { width: runWidth }) };
}
