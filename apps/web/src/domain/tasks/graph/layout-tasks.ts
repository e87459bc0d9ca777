import { Graph, layout } from '@dagrejs/dagre';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Point } from '../../../charts/graph-path.ts';

/** Size of a task in the graph. */
export const nodeSizePx = { width: 168, height: 52 } as const;

/** Position of a task in the graph: its upper left corner. */
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

/** Returns the dependencies as edges. Dependencies on missing tasks are left out. */
export function findEdges(tasks: readonly TaskConfiguration[]): TaskEdge[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, dependsOn = [] }) =>
    [...new Set(dependsOn)].filter((source) => ids.has(source)).map((source) => ({ source, target: id })),
  );
}

/** Positions of everything in the graph. */
export interface TaskLayout {
  places: PlacedTask[];
  /** Path of each edge around the tasks between its ends. */
  routes: (TaskEdge & { points: Point[] })[];
  heightPx: number;
}

const gapPx = { x: 20, y: 36 } as const;

/** Arranges tasks in ranks, each below its dependencies. Tasks without any connection follow in rows below. */
export function layoutTasks(tasks: readonly TaskConfiguration[]): TaskLayout {
  const edges = findEdges(tasks);
  const tied = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const ranked = rankTasks(
    tasks.filter(({ id }) => tied.has(id)),
    edges,
  );
  const loose = tasks.filter(({ id }) => !tied.has(id));
  const columns = loose.length > 6 ? 3 : 2;
  const top = ranked.places.length > 0 ? bottomOf(ranked.places) + gapPx.y : 0;
  const left = Math.min(...ranked.places.map(({ x }) => x), Number.MAX_SAFE_INTEGER);
  const places = loose.map(({ id }, index) => ({
    id,
    x: (ranked.places.length > 0 ? left : 0) + (index % columns) * (nodeSizePx.width + gapPx.x),
    y: top + Math.floor(index / columns) * (nodeSizePx.height + gapPx.x),
  }));
  const all = [...ranked.places, ...places];
  return { places: all, routes: ranked.routes, heightPx: bottomOf(all) };
}

const bottomOf = (places: readonly PlacedTask[]): number =>
  Math.max(0, ...places.map(({ y }) => y + nodeSizePx.height));

function rankTasks(
  tasks: readonly TaskConfiguration[],
  edges: readonly TaskEdge[],
): Pick<TaskLayout, 'places' | 'routes'> {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: gapPx.x, ranksep: gapPx.y, edgesep: 14 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of tasks) graph.setNode(id, { ...nodeSizePx });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  const middles = tasks.map(({ id }) => ({ id, ...toPoint(graph.node(id)) }));
  // Mirroring the picture puts the tasks of a rank in the order of the list.
  const turn = readsBackwards(middles) ? -1 : 1;
  const routes = edges.map(({ source, target }) => {
    const { points = [] } = graph.edge(source, target) as { points?: Point[] };
    return { source, target, points: points.map(({ x, y }) => ({ x: turn * x, y })) };
  });
  const places = middles.map(({ id, x, y }) => {
    return { id, x: turn * x - nodeSizePx.width / 2, y: y - nodeSizePx.height / 2 };
  });
  return { places, routes };
}

const toPoint = ({ x = 0, y = 0 }: Partial<Point>): Point => ({ x, y });

/** Whether, in most pairs of a rank, the task that is first in the list is right of the other. */
function readsBackwards(middles: readonly Point[]): boolean {
  const pairs = middles.flatMap((one, index) =>
    middles.slice(index + 1).flatMap((other) => (one.y === other.y ? [Math.sign(one.x - other.x)] : [])),
  );
  return pairs.reduce((sum, sign) => sum + sign, 0) > 0;
}
