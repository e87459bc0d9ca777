import type { TaskConfiguration } from '@ecp/contract/work/engagements';

/** Size of a task in the graph: two lines of its title, and a line about it. */
export const nodeSizePx = { width: 228, height: 76 } as const;
/** Space between tasks of a layer, and between layers, where the edges bend. */
export const gapPx = { inLayer: 16, layers: 48 } as const;

/** Whether the layers follow each other to the right or downwards. */
export type Direction = 'right' | 'down';

/** The direction in which a graph is read, and about how large it becomes. */
export interface TaskShape {
  direction: Direction;
  widthPx: number;
  heightPx: number;
}

/**
 * Chooses the direction in which the graph fits the width, before the library of layouts is there.
 */
export function chooseShape(tasks: readonly TaskConfiguration[], widthPx: number): TaskShape {
  const { layers, broadest, loose } = countLayers(tasks);
  const looseRows = Math.ceil(loose / 4);
  const right = {
    direction: 'right' as const,
    widthPx: extent(layers, nodeSizePx.width, gapPx.layers),
    heightPx: extent(broadest + looseRows, nodeSizePx.height, gapPx.inLayer),
  };
  const down = {
    direction: 'down' as const,
    widthPx: extent(broadest, nodeSizePx.width, gapPx.inLayer),
    heightPx: extent(layers + looseRows, nodeSizePx.height, gapPx.layers),
  };
  return right.widthPx <= widthPx || right.widthPx <= down.widthPx ? right : down;
}

const extent = (count: number, size: number, gap: number): number =>
  Math.max(0, count * (size + gap) - gap);

/** Counts layers by the longest chain that leads to each task. A cycle ends a chain. */
function countLayers(tasks: readonly TaskConfiguration[]): {
  layers: number;
  broadest: number;
  loose: number;
} {
  const edges = findEdges(tasks);
  const before = Map.groupBy(edges, ({ target }) => target);
  const tied = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const layerOf = new Map<string, number>();
  const findLayer = (id: string): number => {
    const known = layerOf.get(id);
    if (known !== undefined) return known;
    layerOf.set(id, 0);
    const layer = Math.max(0, ...(before.get(id) ?? []).map(({ source }) => findLayer(source) + 1));
    layerOf.set(id, layer);
    return layer;
  };
  const ofTied = [...tied].map(findLayer);
  const sizes = [...Map.groupBy(ofTied, (layer) => layer).values()].map(
    (tasksOf) => tasksOf.length,
  );
  return { layers: sizes.length, broadest: Math.max(0, ...sizes), loose: tasks.length - tied.size };
}

export interface TaskEdge {
  source: string;
  target: string;
}

export function findEdges(tasks: readonly TaskConfiguration[]): TaskEdge[] {
  const ids = new Set(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, dependsOn = [] }) =>
    [...new Set(dependsOn)]
      .filter((source) => ids.has(source) && source !== id)
      .map((source) => ({ source, target: id })),
  );
}

/**
 * Returns the edges that a picture needs, without those that others imply. In a cycle all of them
 * stay.
 */
export function findDrawnEdges(tasks: readonly TaskConfiguration[]): TaskEdge[] {
  const edges = findEdges(tasks);
  const next = Map.groupBy(edges, ({ source }) => source);
  const targetsOf = (id: string) => (next.get(id) ?? []).map(({ target }) => target);
  const behind = new Map(tasks.map(({ id }) => [id, reach(id, targetsOf)]));
  if (tasks.some(({ id }) => behind.get(id)?.has(id))) return edges;
  return edges.filter(
    ({ source, target }) => !targetsOf(source).some((other) => behind.get(other)?.has(target)),
  );
}

/** Returns everything that can be reached from a task; the task itself only if it is in a cycle. */
function reach(id: string, targetsOf: (id: string) => string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = targetsOf(id);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    waiting.push(...targetsOf(at));
  }
  return reached;
}
