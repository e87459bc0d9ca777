import '@xyflow/react/dist/base.css';
import { type Edge, MarkerType, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { GraphControls } from './graph-controls.tsx';
import { findEdges, layoutTasks, nodeSizePx } from './layout-tasks.ts';
import { nameTask } from './name-task.ts';
import type { TaskGraphProps } from './task-graph.tsx';
import { type GraphNode, TaskNode } from './task-node.tsx';

const nodeTypes = { task: TaskNode };
const fit = { padding: 0.08, maxZoom: 1, minZoom: 0.35 };

/** Draws the graph of tasks with React Flow; dagre places them. */
export default function TaskGraphCanvas(props: TaskGraphProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ tasks, cycle = [], selected, onSelect }: TaskGraphProps) {
  const { fitView } = useReactFlow();
  const edges = findEdges(tasks);
  // Only what waits for what moves the picture, not the letters of a name.
  const shape = JSON.stringify([tasks.map(({ id }) => id), edges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says all of the tasks that the layout needs.
  const places = useMemo(() => new Map(layoutTasks(tasks).map(({ id, x, y }) => [id, { x, y }])), [shape]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted again when the shape has changed.
  useEffect(() => {
    void fitView(fit);
  }, [shape, fitView]);
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
      nodes={nodes}
      edges={edges.map(({ source, target }) => drawEdge(source, target, { cycle, selected }))}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={fit}
      minZoom={0.2}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      zoomOnScroll={false}
      preventScrolling={false}
      zoomOnDoubleClick={false}
      proOptions={{ hideAttribution: true }}
    >
      <GraphControls fit={fit} />
    </ReactFlow>
  );
}

function drawEdge(
  source: string,
  target: string,
  { cycle, selected }: { cycle: readonly string[]; selected: string | undefined },
): Edge {
  const wrong = cycle.includes(source) && cycle.includes(target);
  const near = source === selected || target === selected;
  const stroke = wrong ? 'var(--danger)' : near ? 'var(--accent-text)' : 'var(--line-strong)';
  return {
    id: `${source}→${target}`,
    source,
    target,
    style: { stroke, strokeWidth: wrong || near ? 1.75 : 1.25 },
    markerEnd: { type: MarkerType.ArrowClosed, color: stroke, width: 14, height: 14 },
  };
}
