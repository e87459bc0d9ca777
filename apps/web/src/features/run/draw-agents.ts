import { type Edge, MarkerType } from '@xyflow/react';
import { runTexts } from '../../texts/en/run.ts';
import type { AgentNodeType, RunNodeType } from './agent-node.tsx';
import type { ConsultationEdgeType } from './consultation-edge.tsx';
import type { AgentLink, AgentPart } from './describe-agents.ts';
import { describePart } from './describe-part.ts';
import { type AgentPlaces, nodeSize, runNodeId } from './lay-out-agents.ts';

const texts = runTexts.agents;
/** Two agents that asked each other: their lines lie beside one another. */
const pairShiftPx = 13;

type Places = AgentPlaces['places'];
type NameOf = (slug: string) => string;
export type GraphEdge = Edge | ConsultationEdgeType;

/** The run and its agents where the layout has put them. */
export function drawNodes(
  agents: readonly AgentPart[],
  taskCount: number,
  places: Places,
  nameOf: NameOf,
): (AgentNodeType | RunNodeType)[] {
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0 };
  const run: RunNodeType = {
    id: runNodeId,
    type: 'run',
    position: at(runNodeId),
    data: { name: texts.run, note: texts.tasks(taskCount) },
  };
  const parts = agents.map((part): AgentNodeType => {
    const { slug, isWorking, answeredAt } = part;
    const data = { name: nameOf(slug), note: describePart(part), isWorking, answeredAt };
    return { id: slug, type: 'agent', position: at(slug), data, ...nodeSize };
  });
  return [run, ...parts];
}

/** From the run to each lead; moving while the lead works. */
export function drawTasks(agents: readonly AgentPart[]): Edge[] {
  return agents
    .filter(({ tasks }) => tasks.length > 0)
    .map(({ slug, isWorking }) => ({
      id: `${runNodeId} ${slug}`,
      source: runNodeId,
      sourceHandle: 'out',
      target: slug,
      targetHandle: 'in',
      animated: isWorking,
      className: isWorking ? '[&_path]:!stroke-accent-text' : '[&_path]:!stroke-line-strong/60',
    }));
}

/** From who asked to who answered, backwards too. */
export function drawLinks(
  links: readonly AgentLink[],
  places: Places,
  nameOf: NameOf,
  onOpen: (linkId: string) => void,
): ConsultationEdgeType[] {
  const ids = new Set(links.map(({ id }) => id));
  return links.map(({ id, from, to, consultations: { length: count } }) => {
    const isBack = (places.get(to)?.x ?? 0) < (places.get(from)?.x ?? 0);
    const isPair = ids.has(`${to} ${from}`);
    return {
      id,
      type: 'consultation',
      source: from,
      sourceHandle: isBack ? 'back-out' : 'out',
      target: to,
      targetHandle: isBack ? 'back-in' : 'in',
      markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--accent-text)' },
      data: {
        count,
        label: texts.open(nameOf(from), nameOf(to), count),
        shiftPx: isPair ? (isBack ? pairShiftPx : -pairShiftPx) : 0,
        onOpen: () => onOpen(id),
      },
    };
  });
}
