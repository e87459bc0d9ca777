import '@xyflow/react/dist/base.css';
import { MarkerType, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { stillGraph } from '../../charts/still-graph.ts';
import { GraphControls } from './graph-controls.tsx';
import { findEdges, layoutTasks, nodeSizePx, type TaskLayout } from './layout-tasks.ts';
import { nameTask } from './name-task.ts';
import { type GraphEdge, TaskEdge } from './task-edge.tsx';
import type { TaskGraphProps } from './task-graph.tsx';
import { type GraphNode, TaskNode } from './task-node.tsx';

const nodeTypes = { task: TaskNode };
const edgeTypes = { way: TaskEdge };
const fit = { padding: '14px', maxZoom: 1, minZoom: 0.3 } as const;
const [leastHeightPx, mostHeightPx] = [220, 560];

/** Draws the graph of tasks with React Flow; dagre places them. */
export default function TaskGraphCanvas(props: TaskGraphProps) {
  const { tasks } = props;
  // Only what waits for what moves the picture, not the letters of a name.
  const shape = JSON.stringify([tasks.map(({ id }) => id), findEdges(tasks)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says all of the tasks that the layout needs.
  const placed = useMemo(() => layoutTasks(tasks), [shape]);
  const height = Math.min(mostHeightPx, Math.max(leastHeightPx, placed.heightPx + 64));
  return (
    <div style={{ height }}>
      <ReactFlowProvider>
        <Canvas {...props} placed={placed} />
      </ReactFlowProvider>
    </div>
  );
}

function Canvas({ tasks, cycle = [], selected, onSelect, placed }: TaskGraphProps & { placed: TaskLayout }) {
  const { fitView } = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted again when the layout has changed.
  useEffect(() => {
    void fitView(fit);
  }, [placed, fitView]);
  const places = new Map(placed.places.map(({ id, x, y }) => [id, { x, y }]));
  const nodes = tasks.map((task, index): GraphNode => {
    const data = {
      name: nameTask(task, index),
      number: index + 1,
      agent: task.agent ?? null,
      wrong: cycle.includes(task.id),
      selected: task.id === selected,
      onSelect: onSelect && (() => onSelect(task.id)),
    };
    return { id: task.id, type: 'task', position: places.get(task.id) ?? { x: 0, y: 0 }, data, ...nodeSizePx };
  });
  return (
    <ReactFlow
      {...stillGraph}
      nodes={nodes}
      edges={placed.routes.map((route) => drawEdge(route, { cycle, selected }))}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      fitView
      fitViewOptions={fit}
      minZoom={0.2}
      maxZoom={1.5}
    >
      <GraphControls fit={fit} />
    </ReactFlow>
  );
}

function drawEdge(
  { source, target, points }: TaskLayout['routes'][number],
  { cycle, selected }: { cycle: readonly string[]; selected: string | undefined },
): GraphEdge {
  const wrong = cycle.includes(source) && cycle.includes(target);
  const near = source === selected || target === selected;
  const stroke = wrong ? 'var(--danger)' : near ? 'var(--accent-text)' : 'var(--line-strong)';
  return {
    id: `${source}→${target}`,
    type: 'way',
    source,
    target,
    data: { points },
    style: { stroke, strokeWidth: wrong || near ? 1.75 : 1.25 },
    markerEnd: { type: MarkerType.ArrowClosed, color: stroke, width: 14, height: 14 },
  };
}
