import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { useMemo } from 'react';
import { boundsOf } from '../../../charts/graph-bounds.ts';
import { GraphLine, GraphLines, GraphNode } from '../../../charts/graph-parts.tsx';
import { drawLanes } from '../../../charts/graph-path.ts';
import { GraphView, graphMarginPx } from '../../../charts/graph-view.tsx';
import { nameTask } from '../name-task.ts';
import type { TaskAppearance } from '../task-appearance.ts';
import { layoutTasks } from './layout-tasks.ts';
import { findEdges } from './task-edges.ts';
import type { TaskShape } from './task-layers.ts';
import { TaskNode } from './task-node.tsx';

const mostHeightPx = 760;

export interface TaskGraphProps {
  tasks: readonly TaskConfiguration[];
  /** Tasks that form a cycle. */
  cycle?: readonly string[];
  selected?: string | undefined;
  /** Called with the clicked task. Without it the graph is only a picture. */
  onSelect?: ((id: string) => void) | undefined;
  /** The cost of each task in words, by its id. */
  costs?: ReadonlyMap<string, string>;
  /** The state of each task of a run, by its id. */
  looks?: ReadonlyMap<string, TaskAppearance> | undefined;
  shape: TaskShape;
}

/** Draws the graph of tasks in the layout of dagre, in its own size: its words are as large as those of the page. */
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

/** Styles an edge: red in a cycle, highlighted at the selected task. */
function styleOf(source: string, target: string, cycle: readonly string[], selected: string | undefined) {
  const wrong = cycle.includes(source) && cycle.includes(target);
  const near = source === selected || target === selected;
  const color = wrong ? 'var(--danger)' : near ? 'var(--accent-text)' : 'var(--line-strong)';
  return { color, widthPx: wrong || near ? 1.75 : 1.25 };
}
