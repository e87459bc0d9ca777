import { Graph, layout } from '@dagrejs/dagre';
import type { TaskConfiguration } from '@ecp/contract/engagements';

/** Size of a task in the graph. */
export const nodeSizePx = { width: 168, height: 52 } as const;

/** Where a task stands in the graph: its upper left corner. */
export interface PlacedTask {
  id: string;
  x: number;
  y: number;
}

/** A task (`source`) that another (`target`) waits for. */
export interface TaskEdge {
  source: string;
  target: string;
}

/** The waiting between tasks; dependencies on tasks that are gone are left out. */
export function findEdges(tasks: readonly TaskConfiguration[]): TaskEdge[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, dependsOn = [] }) =>
    [...new Set(dependsOn)].filter((source) => ids.has(source)).map((source) => ({ source, target: id })),
  );
}

/** Puts tasks in ranks from top to bottom, each below what it waits for. */
export function layoutTasks(tasks: readonly TaskConfiguration[]): PlacedTask[] {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 44 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of tasks) graph.setNode(id, { ...nodeSizePx });
  for (const { source, target } of findEdges(tasks)) graph.setEdge(source, target);
  layout(graph);
  return tasks.map(({ id }) => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    return { id, x: x - nodeSizePx.width / 2, y: y - nodeSizePx.height / 2 };
  });
}
