import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { useMemo } from 'react';
import { boundsOf } from '../../../charts/graph-bounds.ts';
import { GraphLine, GraphLines, GraphNode } from '../../../charts/graph-parts.tsx';
import { drawPath } from '../../../charts/graph-path.ts';
import { GraphView } from '../../../charts/graph-view.tsx';
import { nameTask } from '../name-task.ts';
import { GraphControls } from './graph-controls.tsx';
import { findEdges, layoutTasks, nodeSizePx } from './layout-tasks.ts';
import { TaskNode } from './task-node.tsx';

const [leastHeightPx, mostHeightPx] = [220, 560];

export interface TaskGraphProps {
  tasks: readonly TaskConfiguration[];
  /** Tasks that form a cycle. */
  cycle?: readonly string[];
  selected?: string | undefined;
  /** Called with the clicked task. Without it the graph is only a picture. */
  onSelect?: ((id: string) => void) | undefined;
}

/** Draws the graph of tasks in the layout of dagre. */
export default function TaskGraphCanvas({ tasks, cycle = [], selected, onSelect }: TaskGraphProps) {
  // Only the dependencies change the layout, not the names.
  const shape = JSON.stringify([tasks.map(({ id }) => id), findEdges(tasks)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` has everything that the layout needs from the tasks.
  const { places, routes, heightPx } = useMemo(() => layoutTasks(tasks), [shape]);
  const boxes = new Map(places.map((place) => [place.id, { ...place, ...nodeSizePx }]));
  const bounds = boundsOf(
    [...boxes.values()],
    routes.flatMap(({ points }) => points),
  );
  const height = Math.min(mostHeightPx, Math.max(leastHeightPx, heightPx + 64));
  return (
    <div style={{ height }}>
      <GraphView bounds={bounds} heightPx={height} leastZoom={0.3} controls={GraphControls}>
        <GraphLines>
          {routes.map(({ source, target, points }) => (
            <GraphLine
              key={`${source}→${target}`}
              path={drawPath(points)}
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
