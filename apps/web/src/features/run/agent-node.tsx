import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { classNames } from '../../ui/class-names.ts';
import { AgentMark } from './agent-mark.tsx';

export type AgentNodeType = Node<
  { name: string; note: string; isWorking: boolean; answeredAt: string | null },
  'agent'
>;
export type RunNodeType = Node<{ name: string; note: string }, 'run'>;

const handleStyle = 'pointer-events-none !size-0 !min-h-0 !min-w-0 !border-0 opacity-0';

/** An agent in the graph; it shines while it works, and for a moment when it has answered. */
export function AgentNode({ data: { name, note, isWorking, answeredAt } }: NodeProps<AgentNodeType>) {
  return (
    <div
      key={answeredAt}
      className={classNames(
        'flex h-15 w-54 items-center gap-2.5 rounded-xl border bg-surface px-2.5',
        isWorking
          ? 'border-accent-text shadow-[0_0_0_3px_var(--accent-soft)]'
          : isFresh(answeredAt) && 'animate-answered',
      )}
    >
      <Handle id="in" type="target" position={Position.Left} isConnectable={false} className={handleStyle} />
      <Handle id="back-out" type="source" position={Position.Left} isConnectable={false} className={handleStyle} />
      <AgentMark name={name} isWorking={isWorking} />
      <div className="min-w-0">
        <p className="truncate font-medium text-xs" title={name}>
          {name}
        </p>
        <p className="truncate text-muted text-xs">{note}</p>
      </div>
      <Handle id="out" type="source" position={Position.Right} isConnectable={false} className={handleStyle} />
      <Handle id="back-in" type="target" position={Position.Right} isConnectable={false} className={handleStyle} />
    </div>
  );
}

const freshMs = 5_000;
const isFresh = (at: string | null) => at !== null && Date.now() - Date.parse(at) < freshMs;

/** Where the tasks come from. */
export function RunNode({ data: { name, note } }: NodeProps<RunNodeType>) {
  return (
    <div className="flex h-15 w-30 flex-col justify-center rounded-xl border border-dashed bg-sunken px-3">
      <p className="truncate font-medium text-sm">{name}</p>
      <p className="truncate text-muted text-xs">{note}</p>
      <Handle id="out" type="source" position={Position.Right} isConnectable={false} className={handleStyle} />
    </div>
  );
}
