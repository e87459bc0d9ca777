import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { useMemo } from 'react';
import { boundsOf } from '../../../charts/graph-bounds.ts';
import { GraphLine, GraphLines, GraphNode } from '../../../charts/graph-parts.tsx';
import { drawPath } from '../../../charts/graph-path.ts';
import { GraphView } from '../../../charts/graph-view.tsx';
import { GraphControls } from './graph-controls.tsx';
import { findEdges, layoutTasks, nodeSizePx } from './layout-tasks.ts';
import { nameTask } from '../name-task.ts';
import { TaskNode } from './task-node.tsx';

const [leastHeightPx, mostHeightPx] = [220, 560];

export interface TaskGraphProps {
  tasks: readonly TaskConfiguration[];
  /** Tasks that wait for each other in a circle. */
  cycle?: readonly string[];
  selected?: string | undefined;
  /** Called with the task that was clicked; without it the graph is a picture. */
  onSelect?: ((id: string) => void) | undefined;
}

/** Draws the graph of tasks; dagre places them. */
export default function TaskGraphCanvas({ tasks, cycle = [], selected, onSelect }: TaskGraphProps) {
  // Only what waits for what moves the picture, not the letters of a name.
  const shape = JSON.stringify([tasks.map(({ id }) => id), findEdges(tasks)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says all of the tasks that the layout needs.
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

/** Lines of a circle are red, those of the chosen task marked. */
function styleOf(source: string, target: string, cycle: readonly string[], selected: string | undefined) {
  const wrong = cycle.includes(source) && cycle.includes(target);
  const near = source === selected || target === selected;
  const color = wrong ? 'var(--danger)' : near ? 'var(--accent-text)' : 'var(--line-strong)';
  return { color, widthPx: wrong || near ? 1.75 : 1.25 };
}
