import '@xyflow/react/dist/base.css';
import { ReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { stillGraph } from '../../charts/still-graph.ts';
import { runTexts } from '../../texts/en/run.ts';
import { AgentNode, type AgentNodeType, RunNode, type RunNodeType } from './agent-node.tsx';
import { ConsultationEdge } from './consultation-edge.tsx';
import type { AgentLink, AgentPart } from './describe-agents.ts';
import { drawLinks, drawNodes, drawTasks, type GraphEdge } from './draw-agents.ts';
import { type AgentShape, layOutAgents, shapeOf } from './lay-out-agents.ts';

const texts = runTexts.agents;
const nodeTypes = { agent: AgentNode, run: RunNode };
const edgeTypes = { consultation: ConsultationEdge };
/** On a phone it is larger than its place, and is moved about. */
const fit = { padding: 0.04, minZoom: 0.7, maxZoom: 1 };
const heights = { least: 220, most: 480 } as const;

interface AgentGraphProps {
  agents: readonly AgentPart[];
  links: readonly AgentLink[];
  taskCount: number;
  nameOf: (slug: string) => string;
  onOpen: (linkId: string) => void;
}

/** The run, its leads, and whom they asked, from left to right. The list beside it says the same. */
export function AgentGraph({ agents, links, taskCount, nameOf, onOpen }: AgentGraphProps) {
  const shape = JSON.stringify(shapeOf(agents, links));
  const { places, height } = useMemo(() => layOutAgents(JSON.parse(shape) as AgentShape), [shape]);
  const [flow, setFlow] = useState<{ fitView: (options: typeof fit) => Promise<boolean> } | null>(null);
  useEffect(() => {
    // Also when somebody new has come.
    if (flow && shape) void flow.fitView(fit);
  }, [flow, shape]);
  const nodes = drawNodes(agents, taskCount, places, nameOf);
  return (
    <figure
      aria-label={texts.graph}
      className="lg:h-full"
      style={{ height: Math.min(heights.most, Math.max(heights.least, height)), minHeight: '100%' }}
    >
      <ReactFlow<AgentNodeType | RunNodeType, GraphEdge>
        {...stillGraph}
        onInit={setFlow}
        nodes={nodes}
        edges={[...drawTasks(agents), ...drawLinks(links, places, nameOf, onOpen)]}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        minZoom={0.4}
        maxZoom={1.5}
        disableKeyboardA11y
      />
    </figure>
  );
}
