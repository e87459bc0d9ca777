import { Graph, layout } from '@dagrejs/dagre';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { useMemo } from 'react';
import { useAgentName } from '../../base/api/firm-queries.ts';
import {
  type Box,
  boundsOf,
  drawLanes,
  GraphLine,
  GraphLines,
  GraphNode,
  GraphView,
  graphMarginPx,
  type Point,
} from '../../base/ui/charts/graph.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import type { TaskAppearance } from './task-appearance.ts';
import {
  type Direction,
  findDrawnEdges,
  findEdges,
  gapPx,
  nodeSizePx,
  type TaskEdge,
  type TaskShape,
} from './task-layers.ts';
import { TaskIcon } from './task-marks.tsx';
import { nameTask, taskTexts } from './texts.ts';

const mostHeightPx = 760;

export interface TaskGraphProps {
  tasks: readonly TaskConfiguration[];
  cycle?: readonly string[];
  selected?: string | undefined;
  /** Called with the clicked task. Without it the graph is only a picture. */
  onSelect?: ((id: string) => void) | undefined;
  costs?: ReadonlyMap<string, string>;
  looks?: ReadonlyMap<string, TaskAppearance> | undefined;
  shape: TaskShape;
}

/**
 * Draws the graph of tasks in the layout of dagre, in its own size: its words are as large as those
 * of the page.
 */
export default function TaskGraphCanvas(props: TaskGraphProps) {
  const { tasks, cycle = [], selected, onSelect, costs, looks, shape } = props;
  const { direction } = shape;
  // Only the dependencies change the layout, not the names.
  const key = JSON.stringify([tasks.map(({ id }) => id), findEdges(tasks), direction]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has everything that the layout needs.
  const { places, routes } = useMemo(() => layoutTasks(tasks, direction), [key]);
  const boxes = new Map(places.map((place) => [place.id, place]));
  const bounds = boundsOf(
    places,
    routes.flatMap(({ points }) => points),
  );
  const height = Math.min(mostHeightPx, bounds.height + 2 * graphMarginPx);
  return (
    <div style={{ height }}>
      <GraphView bounds={bounds} heightPx={height} leastZoom={1}>
        <GraphLines>
          {routes.map(({ source, target, points }) => (
            <GraphLine
              key={`${source}→${target}`}
              path={drawLanes(points, direction)}
              {...styleOf(source, target, cycle, selected)}
              hasArrow
            />
          ))}
        </GraphLines>
        {tasks.map((task, index) => (
          <GraphNode key={task.id} box={boxes.get(task.id) ?? bounds}>
            <TaskNode
              name={nameTask(task, index)}
              number={index + 1}
              agent={task.agent ?? null}
              cost={costs?.get(task.id)}
              look={looks?.get(task.id)}
              wrong={cycle.includes(task.id)}
              selected={task.id === selected}
              onSelect={onSelect && (() => onSelect(task.id))}
            />
          </GraphNode>
        ))}
      </GraphView>
    </div>
  );
}

function styleOf(
  source: string,
  target: string,
  cycle: readonly string[],
  selected: string | undefined,
) {
  const wrong = cycle.includes(source) && cycle.includes(target);
  const near = source === selected || target === selected;
  const color = wrong ? 'var(--danger)' : near ? 'var(--accent-text)' : 'var(--line-strong)';
  return { color, widthPx: wrong || near ? 1.75 : 1.25 };
}

export interface PlacedTask extends Box {
  id: string;
}

/**
 * An edge and its way: from each point to the next, in turns through the gap between two layers and
 * along a layer.
 */
export interface Route extends TaskEdge {
  points: Point[];
}

interface TaskLayout {
  places: PlacedTask[];
  routes: Route[];
}

/**
 * Arranges tasks in layers behind their dependencies, and finds a way for each edge that touches no
 * other task.
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
  return {
    places: [...layered.places, ...placeLoose(loose, layered.places)],
    routes: layered.routes,
  };
}

const looseColumns = 4;

function placeLoose(
  loose: readonly TaskConfiguration[],
  above: readonly PlacedTask[],
): PlacedTask[] {
  const left = above.length > 0 ? Math.min(...above.map(({ x }) => x)) : 0;
  const top =
    above.length > 0 ? Math.max(...above.map(({ y, height }) => y + height)) + gapPx.layers : 0;
  return loose.map(({ id }, index) => ({
    id,
    ...nodeSizePx,
    x: left + (index % looseColumns) * (nodeSizePx.width + gapPx.inLayer),
    y: top + Math.floor(index / looseColumns) * (nodeSizePx.height + gapPx.inLayer),
  }));
}

function layOut(
  tasks: readonly TaskConfiguration[],
  edges: readonly TaskEdge[],
  direction: Direction,
): TaskLayout {
  const graph = new Graph();
  const rankdir = direction === 'right' ? 'LR' : 'TB';
  graph.setGraph({
    rankdir,
    nodesep: gapPx.inLayer,
    ranksep: gapPx.layers,
    edgesep: gapPx.inLayer,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of tasks) graph.setNode(id, { ...nodeSizePx });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  const axes = axesOf(direction);
  const middles = tasks.map(({ id }) => ({ id, ...axes.read(graph.node(id)) }));
  // Mirroring the picture puts the tasks of a layer in the order of the list.
  const turn = readsBackwards(middles) ? -1 : 1;
  const turned = middles.map((middle) => ({ ...middle, across: turn * middle.across }));
  const layers = [...new Set(turned.map(({ along }) => Math.round(along)))].sort(
    (one, other) => one - other,
  );
  const at = new Map(turned.map((middle) => [middle.id, middle]));
  const routes = edges.flatMap(({ source, target }): Route[] => {
    const { points = [] } = graph.edge(source, target) as { points?: Point[] };
    const bends = points
      .map(axes.read)
      .map(({ along, across }) => ({ along, across: turn * across }));
    const [from, to] = [at.get(source), at.get(target)];
    return from && to
      ? [{ source, target, points: findWay(from, to, bends, layers, axes.depth).map(axes.write) }]
      : [];
  });
  return {
    places: turned.map(({ id, ...middle }) => ({ id, ...boxAround(axes.write(middle)) })),
    routes,
  };
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
    read: ({ x = 0, y = 0 }: Partial<Point>): Middle =>
      isRight ? { along: x, across: y } : { along: y, across: x },
    write: ({ along, across }: Middle): Point =>
      isRight ? { x: along, y: across } : { x: across, y: along },
  };
}

const boxAround = ({ x, y }: Point): Box => ({
  x: x - nodeSizePx.width / 2,
  y: y - nodeSizePx.height / 2,
  ...nodeSizePx,
});

/**
 * Returns the points of an edge, which bends in the gaps between layers only. `depth` is the extent
 * of a layer.
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
  const between = layers.filter(
    (along) => (along - from.along) * step > 1 && (to.along - along) * step > 1,
  );
  const passed = (step === 1 ? between : between.toReversed()).flatMap((along): Middle[] => {
    const across = bends.find((bend) => Math.abs(bend.along - along) < 1)?.across ?? from.across;
    return [
      { along: along - half, across },
      { along: along + half, across },
    ];
  });
  return [
    { along: from.along + half, across: from.across },
    ...passed,
    { along: to.along - half, across: to.across },
  ];
}

/** Whether, in most pairs of a layer, the task that is first in the list comes after the other. */
function readsBackwards(middles: readonly Middle[]): boolean {
  const pairs = middles.flatMap((one, index) =>
    middles
      .slice(index + 1)
      .flatMap((other) =>
        one.along === other.along ? [Math.sign(one.across - other.across)] : [],
      ),
  );
  return pairs.reduce((sum, sign) => sum + sign, 0) > 0;
}

interface TaskNodeProps {
  name: string;
  number: number;
  agent: string | null;
  cost: string | undefined;
  look: TaskAppearance | undefined;
  wrong: boolean;
  selected: boolean;
  onSelect: (() => void) | undefined;
}

/** A task in the graph, as a card. The card is a button if `onSelect` is given. */
function TaskNode({ name, number, agent, cost, look, wrong, selected, onSelect }: TaskNodeProps) {
  const agentName = useAgentName(agent);
  const style = classNames(
    'flex size-full flex-col justify-between rounded-lg border bg-surface px-2.5 py-2 text-left',
    wrong
      ? 'border-danger'
      : selected
        ? 'border-accent-text ring-1 ring-accent-text'
        : 'border-line-strong/60',
    onSelect && 'hover:bg-hover',
  );
  const words = (
    <>
      <span className="flex w-full items-start gap-1.5">
        <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 font-medium text-[0.8125rem] leading-4.5">
          <span className="figures text-muted">{number}. </span>
          {name}
        </span>
        {look && (
          <>
            <TaskIcon look={look} />
            <span className="sr-only">{taskTexts.graph.states[look]}</span>
          </>
        )}
      </span>
      <span className="flex w-full items-baseline gap-2 text-muted text-xs">
        <span className="min-w-0 flex-1 truncate">{agentName ?? taskTexts.agentPlaceholder}</span>
        {cost && <span className="figures shrink-0">{cost}</span>}
      </span>
    </>
  );
  return onSelect ? (
    <button type="button" aria-pressed={selected} title={name} onClick={onSelect} className={style}>
      {words}
    </button>
  ) : (
    <div title={name} className={style}>
      {words}
    </div>
  );
}
