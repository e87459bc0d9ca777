import { Graph, layout } from '@dagrejs/dagre';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Box } from '../../../charts/graph-bounds.ts';
import type { Point } from '../../../charts/graph-path.ts';
import { findDrawnEdges, type TaskEdge } from './task-edges.ts';
import { type Direction, gapPx, nodeSizePx } from './task-layers.ts';

/** Position of a task in the graph. */
export interface PlacedTask extends Box {
  id: string;
}

/** An edge and its way: from each point to the next, in turns through the gap between two layers and along a layer. */
export interface Route extends TaskEdge {
  points: Point[];
}

/** Positions of everything in the graph. */
export interface TaskLayout {
  places: PlacedTask[];
  routes: Route[];
}

/**
 * Arranges tasks in layers, each behind its dependencies in the direction of reading, and finds a way for each edge
 * that touches no other task. Tasks without any connection follow in rows below.
 */
export function layoutTasks(tasks: readonly TaskConfiguration[], direction: Direction): TaskLayout {
  const edges = findDrawnEdges(tasks);
  const tied = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const layered = layOut(
    tasks.filter(({ id }) => tied.has(id)),
    edges,
    direction,
  );
  const loose = tasks.filter(({ id }) => !tied.has(id));
  return { places: [...layered.places, ...placeLoose(loose, layered.places)], routes: layered.routes };
}

const looseColumns = 4;

function placeLoose(loose: readonly TaskConfiguration[], above: readonly PlacedTask[]): PlacedTask[] {
  const left = above.length > 0 ? Math.min(...above.map(({ x }) => x)) : 0;
  const top = above.length > 0 ? Math.max(...above.map(({ y, height }) => y + height)) + gapPx.layers : 0;
  return loose.map(({ id }, index) => ({
    id,
    ...nodeSizePx,
    x: left + (index % looseColumns) * (nodeSizePx.width + gapPx.inLayer),
    y: top + Math.floor(index / looseColumns) * (nodeSizePx.height + gapPx.inLayer),
  }));
}

function layOut(tasks: readonly TaskConfiguration[], edges: readonly TaskEdge[], direction: Direction): TaskLayout {
  const graph = new Graph();
  const rankdir = direction === 'right' ? 'LR' : 'TB';
  graph.setGraph({ rankdir, nodesep: gapPx.inLayer, ranksep: gapPx.layers, edgesep: gapPx.inLayer });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of tasks) graph.setNode(id, { ...nodeSizePx });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  const axes = axesOf(direction);
  const middles = tasks.map(({ id }) => ({ id, ...axes.read(graph.node(id)) }));
  // Mirroring the picture puts the tasks of a layer in the order of the list.
  const turn = readsBackwards(middles) ? -1 : 1;
  const turned = middles.map((middle) => ({ ...middle, across: turn * middle.across }));
  const layers = [...new Set(turned.map(({ along }) => Math.round(along)))].sort((one, other) => one - other);
  const at = new Map(turned.map((middle) => [middle.id, middle]));
  const routes = edges.flatMap(({ source, target }): Route[] => {
    const { points = [] } = graph.edge(source, target) as { points?: Point[] };
    const bends = points.map(axes.read).map(({ along, across }) => ({ along, across: turn * across }));
    const [from, to] = [at.get(source), at.get(target)];
    return from && to ? [{ source, target, points: findWay(from, to, bends, layers, axes.depth).map(axes.write) }] : [];
  });
  return { places: turned.map(({ id, ...middle }) => ({ id, ...boxAround(axes.write(middle)) })), routes };
}

/** A point by its distance in the direction of reading and at a right angle to it. */
interface Middle {
  along: number;
  across: number;
}

function axesOf(direction: Direction) {
  const isRight = direction === 'right';
  return {
    depth: isRight ? nodeSizePx.width : nodeSizePx.height,
    read: ({ x = 0, y = 0 }: Partial<Point>): Middle => (isRight ? { along: x, across: y } : { along: y, across: x }),
    write: ({ along, across }: Middle): Point => (isRight ? { x: along, y: across } : { x: across, y: along }),
  };
}

const boxAround = ({ x, y }: Point): Box => ({
  x: x - nodeSizePx.width / 2,
  y: y - nodeSizePx.height / 2,
  ...nodeSizePx,
});

/**
 * Returns the points of an edge. It passes each layer between its ends on a straight line, at the place that the layout
 * keeps free there, and bends in the gaps between layers only. `depth` is the extent of a layer.
 */
function findWay(
  from: Middle,
  to: Middle,
  bends: readonly Middle[],
  layers: readonly number[],
  depth: number,
): Middle[] {
  const step = from.along <= to.along ? 1 : -1;
  const half = (step * depth) / 2;
  const between = layers.filter((along) => (along - from.along) * step > 1 && (to.along - along) * step > 1);
  const passed = (step === 1 ? between : between.toReversed()).flatMap((along): Middle[] => {
    const across = bends.find((bend) => Math.abs(bend.along - along) < 1)?.across ?? from.across;
    return [
      { along: along - half, across },
      { along: along + half, across },
    ];
  });
  return [{ along: from.along + half, across: from.across }, ...passed, { along: to.along - half, across: to.across }];
}

/** Whether, in most pairs of a layer, the task that is first in the list comes after the other. */
function readsBackwards(middles: readonly Middle[]): boolean {
  const pairs = middles.flatMap((one, index) =>
    middles
      .slice(index + 1)
      .flatMap((other) => (one.along === other.along ? [Math.sign(one.across - other.across)] : [])),
  );
  return pairs.reduce((sum, sign) => sum + sign, 0) > 0;
}
