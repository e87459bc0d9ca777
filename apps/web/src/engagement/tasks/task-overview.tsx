import type { EngagementDetail, TaskConfiguration } from '@ecp/contract/work/engagements';
import { ListPlus, Sparkles } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useAgentName } from '../../base/api/firm-queries.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { graphMarginPx } from '../../base/ui/charts/graph.tsx';
import { useMedia, useWidth } from '../../base/ui/screen.ts';
import type { TaskGraphProps } from './task-graph-canvas.tsx';
import { chooseShape, findDrawnEdges, findEdges } from './task-layers.ts';
import { boardPaperLabel } from './task-marks.tsx';
import { listNeeds, nameTasks, taskTexts } from './texts.ts';

export function TaskOverview({ tasks }: { tasks: EngagementDetail['tasks'] }) {
  if (tasks.length === 0) return <NoTasks />;
  return (
    <div className="flex flex-col gap-4">
      <TaskGraph tasks={tasks} />
      <TaskOutline tasks={tasks} />
    </div>
  );
}

const GraphCanvas = lazy(() => import('./task-graph-canvas.tsx'));

/** Shows dependencies as a graph, except on narrow screens, where the list beside it names them. */
export function TaskGraph(props: Omit<TaskGraphProps, 'shape'>) {
  const isWide = useMedia('(min-width: 768px)');
  return isWide && findEdges(props.tasks).length > 0 ? <WideGraph {...props} /> : null;
}

function WideGraph(props: Omit<TaskGraphProps, 'shape'>) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const { tasks } = props;
  const shape = chooseShape(tasks, widthPx - 2 * graphMarginPx);
  const isShortened = findDrawnEdges(tasks).length < findEdges(tasks).length;
  return (
    <figure
      aria-label={taskTexts.graph.label(tasks.length)}
      className="min-w-0 overflow-hidden rounded-xl border bg-canvas"
    >
      <div ref={frame}>
        {widthPx > 0 && (
          <Suspense fallback={<div style={{ height: shape.heightPx + 2 * graphMarginPx }} />}>
            <GraphCanvas {...props} shape={shape} />
          </Suspense>
        )}
      </div>
      <figcaption className="px-4 pb-2.5 text-muted text-xs">
        {isShortened ? taskTexts.graph.shortened : taskTexts.graph.title}
      </figcaption>
    </figure>
  );
}

function TaskOutline({ tasks }: { tasks: readonly TaskConfiguration[] }) {
  return (
    <ol aria-label={taskTexts.list} className="h-fit min-w-0 divide-y rounded-lg border">
      {tasks.map((task, index) => (
        <li key={task.id} className="flex gap-3 px-3 py-2.5">
          <span
            aria-hidden
            className="figures flex size-6 shrink-0 items-center justify-center rounded-md border text-muted text-xs"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{task.name}</p>
            <TaskRemark tasks={tasks} task={task} />
            {task.description && (
              <p className="mt-1 line-clamp-2 text-sm" title={task.description}>
                {task.description}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/**
 * Tells in one line the agent of a task and the numbers of the tasks that it needs, and marks the
 * board paper.
 */
export function TaskRemark({
  tasks,
  task,
}: {
  tasks: readonly TaskConfiguration[];
  task: TaskConfiguration;
}) {
  const agent = useAgentName(task.agent);
  const before = nameTasks(tasks, task.dependsOn ?? []);
  const kind = task.synthesis === true && boardPaperLabel(task.name);
  return (
    <span
      className="block truncate text-muted text-sm"
      title={before.length > 0 ? before.join(', ') : undefined}
    >
      {[kind, agent ?? taskTexts.agentPlaceholder, listNeeds(tasks, task.dependsOn)]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/**
 * Explains what happens without tasks, which are optional. Offers to add one if `onAdd` is given.
 */
export function NoTasks({ onAdd }: { onAdd?: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-dashed p-4">
      <Sparkles aria-hidden className="size-5 shrink-0 text-accent-text" />
      <div className="min-w-52 flex-1">
        <p className="font-medium">{taskTexts.empty.title}</p>
        <p className="text-muted text-sm">{taskTexts.empty.advice}</p>
      </div>
      {onAdd && (
        <Button icon={ListPlus} onClick={onAdd}>
          {taskTexts.add}
        </Button>
      )}
    </div>
  );
}
