import { useMemo } from 'react';
import { boundsOf } from '../../../charts/graph-bounds.ts';
import { GraphLine, GraphLines, GraphNode } from '../../../charts/graph-parts.tsx';
import { GraphView } from '../../../charts/graph-view.tsx';
import { runTexts } from '../../../texts/en/run.ts';
import { AgentNode, RunNode } from './agent-node.tsx';
import { ConsultationCount } from './consultation-count.tsx';
import { describeActivity } from './describe-activity.ts';
import type { AgentActivity, AgentLink } from './describe-agents.ts';
import { drawLinks, drawTasks } from './draw-agents.ts';
import { type AgentShape, boxOf, layOutAgents, runNodeId, shapeOf } from './lay-out-agents.ts';

const texts = runTexts.agents;
/** Fixed for any number of agents, so that nothing below moves when an agent joins. A larger graph scrolls. */
const heightPx = 360;

interface AgentGraphProps {
  agents: readonly AgentActivity[];
  links: readonly AgentLink[];
  taskCount: number;
  nameOf: (slug: string) => string;
  onOpen: (linkId: string) => void;
}

/** Draws the run, its lead agents and their colleagues, from left to right. The list beside it has the same content. */
export function AgentGraph({ agents, links, taskCount, nameOf, onOpen }: AgentGraphProps) {
  const shape = JSON.stringify(shapeOf(agents, links));
  const places = useMemo(() => layOutAgents(JSON.parse(shape) as AgentShape), [shape]);
  const drawn = drawLinks(links, places);
  const bounds = boundsOf([...places.keys()].map((id) => boxOf(id, places)));
  return (
    <figure aria-label={texts.graph} className="h-90">
      <GraphView bounds={bounds} heightPx={heightPx} leastZoom={0.7}>
        <GraphLines>
          {drawTasks(agents, places).map(({ slug, path, isWorking }) => (
            <GraphLine
              key={slug}
              path={path}
              color={isWorking ? 'var(--accent-text)' : 'color-mix(in srgb, var(--line-strong) 60%, transparent)'}
              flows={isWorking}
            />
          ))}
          {drawn.map(({ id, path }) => (
            <GraphLine key={id} path={path} color="var(--accent-text)" hasArrow />
          ))}
        </GraphLines>
        <GraphNode box={boxOf(runNodeId, places)}>
          <RunNode name={texts.run} note={texts.tasks(taskCount)} />
        </GraphNode>
        {agents.map((part) => (
          <GraphNode key={part.slug} box={boxOf(part.slug, places)}>
            <AgentNode
              name={nameOf(part.slug)}
              note={describeActivity(part)}
              isWorking={part.isWorking}
              answeredAt={part.answeredAt}
            />
          </GraphNode>
        ))}
        {drawn.map((link) => (
          <ConsultationCount
            key={link.id}
            link={link}
            label={texts.open(nameOf(link.from), nameOf(link.to), link.count)}
            onOpen={onOpen}
          />
        ))}
      </GraphView>
    </figure>
  );
}
