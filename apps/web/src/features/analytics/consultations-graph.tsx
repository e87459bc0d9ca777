import '@xyflow/react/dist/base.css';
import { type Edge, MarkerType, type Node, ReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { stillGraph } from '../../charts/still-graph.ts';
import { analyticsTexts } from '../../texts/en/analytics.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { type AgentNodeData, ConsultationNode } from './consultation-node.tsx';
import { agentSize, layOutConsultations } from './lay-out-consultations.ts';
import { QuestionLine, type QuestionLineData } from './question-line.tsx';
import type { Consultations } from './run-figures.ts';

const nodeTypes = { agent: ConsultationNode };
const edgeTypes = { question: QuestionLine };

interface ConsultationsGraphProps {
  consultations: readonly Consultations[];
  /** Departments by slug, as far as known. */
  departments: ReadonlyMap<string, string>;
}

/** Who asked whom as a drawing; wider ones scroll in their own box. It is a picture: the table says the same in words. */
export function ConsultationsGraph({ consultations, departments }: ConsultationsGraphProps) {
  const { width, height, nodes, edges } = useMemo(() => draw(consultations, departments), [consultations, departments]);
  return (
    <ScrollBox>
      <p className="sr-only">{analyticsTexts.consultations.graph}</p>
      <div aria-hidden className="mx-auto" style={{ width, height }}>
        <ReactFlow
          {...stillGraph}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          defaultViewport={{ x: 0, y: 0, zoom: 1 }}
          panOnDrag={false}
          zoomOnPinch={false}
          disableKeyboardA11y
        />
      </div>
    </ScrollBox>
  );
}

function draw(consultations: readonly Consultations[], departments: ReadonlyMap<string, string>) {
  const { width, height, agents, questions } = layOutConsultations(consultations);
  const nodes: Node<AgentNodeData>[] = agents.map(({ slug, at }) => ({
    id: slug,
    type: 'agent',
    position: at,
    ...agentSize,
    data: { slug, department: departments.get(slug) },
  }));
  const edges: Edge<QuestionLineData>[] = questions.map(({ asked, points, labelAt }) => ({
    id: `${asked.from} ${asked.to}`,
    source: asked.from,
    target: asked.to,
    type: 'question',
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--line-strong)', width: 18, height: 18 },
    data: { asked, points, labelAt },
  }));
  return { width, height, nodes, edges };
}
