import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { nameSlug } from '../../format/name-slug.ts';

/** An agent of the drawing. */
export type AgentNodeData = { slug: string; department: string | undefined };

/** One agent with the department it is of. */
export function ConsultationNode({ data: { slug, department } }: NodeProps<Node<AgentNodeData>>) {
  return (
    <div className="flex h-full flex-col justify-center rounded-lg border bg-canvas px-3">
      <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
      <span className="truncate font-medium text-sm">{nameSlug(slug)}</span>
      {department && <span className="truncate text-muted text-xs">{department}</span>}
      <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    </div>
  );
}
