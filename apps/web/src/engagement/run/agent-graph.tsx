import { Graph, layout } from '@dagrejs/dagre';
import { useMemo } from 'react';
import { formatCount } from '../../base/format/format.ts';
import {
  type Box,
  boundsOf,
  drawCurve,
  GraphLabel,
  GraphLine,
  GraphLines,
  GraphNode,
  GraphView,
  type Point,
} from '../../base/ui/charts/graph.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import {
  type AgentActivity,
  AgentAvatar,
  type AgentLink,
  describeActivity,
} from './agent-activity.tsx';
import { runTexts } from './texts.ts';

const texts = runTexts.agents;
/**
 * Fixed for any number of agents, so that nothing below moves when an agent joins. A larger graph
 * scrolls.
 */
const heightPx = 360;

interface AgentGraphProps {
  agents: readonly AgentActivity[];
  links: readonly AgentLink[];
  taskCount: number;
  nameOf: (slug: string) => string;
  onOpen: (linkId: string) => void;
}

/**
 * Draws the run, its lead agents and their colleagues, from left to right. The list beside it has
 * the same content.
 */
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
              color={
                isWorking
                  ? 'var(--accent-text)'
                  : 'color-mix(in srgb, var(--line-strong) 60%, transparent)'
              }
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

interface AgentNodeProps {
  name: string;
  note: string;
  isWorking: boolean;
  answeredAt: string | null;
}

/** An agent in the graph. It glows while it works, and briefly after it has answered. */
function AgentNode({ name, note, isWorking, answeredAt }: AgentNodeProps) {
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
      <AgentAvatar name={name} isWorking={isWorking} />
      <div className="min-w-0">
        <p className="truncate font-medium text-xs" title={name}>
          {name}
        </p>
        <p className="truncate text-muted text-xs">{note}</p>
      </div>
    </div>
  );
}

const freshMs = 5_000;
const isFresh = (at: string | null) => at !== null && Date.now() - Date.parse(at) < freshMs;

function RunNode({ name, note }: { name: string; note: string }) {
  return (
    <div className="flex h-15 w-30 flex-col justify-center rounded-xl border border-dashed bg-sunken px-3">
      <p className="truncate font-medium text-sm">{name}</p>
      <p className="truncate text-muted text-xs">{note}</p>
    </div>
  );
}

interface ConsultationCountProps {
  link: DrawnLink;
  /** Describes the button for users who cannot see the line. */
  label: string;
  onOpen: (linkId: string) => void;
}

/** The number on the line between two agents: a button that opens the consultations. */
function ConsultationCount({ link: { id, middle, count }, label, onOpen }: ConsultationCountProps) {
  return (
    <GraphLabel at={middle}>
      <button
        type="button"
        aria-label={label}
        onClick={() => onOpen(id)}
        className="figures flex h-6 min-w-6 items-center justify-center rounded-full border border-accent-text/50 bg-surface px-1.5 font-medium text-accent-text text-xs hover:bg-accent-soft"
      >
        {formatCount(count)}
      </button>
    </GraphLabel>
  );
}

/** Vertical offset of the two lines between agents that asked each other. */
const pairShiftPx = 13;

interface DrawnTask {
  slug: string;
  path: string;
  isWorking: boolean;
}

interface DrawnLink {
  id: string;
  from: string;
  to: string;
  path: string;
  middle: Point;
  count: number;
}

function sideOf(places: AgentPositions, id: string, side: 'left' | 'right'): Point {
  const { x, y, width, height } = boxOf(id, places);
  return { x: side === 'right' ? x + width : x, y: y + height / 2 };
}

function drawTasks(agents: readonly AgentActivity[], places: AgentPositions): DrawnTask[] {
  const from = sideOf(places, runNodeId, 'right');
  return agents
    .filter(({ tasks }) => tasks.length > 0)
    .map(({ slug, isWorking }) => {
      const { path } = drawCurve(from, sideOf(places, slug, 'left'), false);
      return { slug, isWorking, path };
    });
}

/** Draws lines from asking to answering agents, also backwards. */
function drawLinks(links: readonly AgentLink[], places: AgentPositions): DrawnLink[] {
  const ids = new Set(links.map(({ id }) => id));
  return links.map(({ id, from, to, consultations: { length: count } }) => {
    const isBack = (places.get(to)?.x ?? 0) < (places.get(from)?.x ?? 0);
    const shiftPx = ids.has(`${to} ${from}`) ? (isBack ? pairShiftPx : -pairShiftPx) : 0;
    const [leaving, arriving] = isBack
      ? (['left', 'right'] as const)
      : (['right', 'left'] as const);
    const ends = [sideOf(places, from, leaving), sideOf(places, to, arriving)] as const;
    const [start, end] = [shift(ends[0], shiftPx), shift(ends[1], shiftPx)];
    return { id, from, to, count, ...drawCurve(start, end, isBack) };
  });
}

const shift = ({ x, y }: Point, byPx: number): Point => ({ x, y: y + byPx });

export const nodeSize = { width: 216, height: 60 } as const;
const runWidth = 120;
/** Id of the run's node, from which the tasks start. */
export const runNodeId = '(run)';

/** Positions of the upper left corners of the nodes, by the agent's slug. */
type AgentPositions = ReadonlyMap<string, { x: number; y: number }>;

/**
 * The agents of the graph and their links, without their activity. Nothing moves while it is
 * unchanged.
 */
interface AgentShape {
  slugs: readonly string[];
  leads: readonly string[];
  links: readonly { from: string; to: string }[];
}

/** Returns the part of a run that determines the layout. */
function shapeOf(agents: readonly AgentActivity[], links: readonly AgentLink[]): AgentShape {
  return {
    slugs: agents.map(({ slug }) => slug),
    leads: agents.filter(({ tasks }) => tasks.length > 0).map(({ slug }) => slug),
    links: links.map(({ from, to }) => ({ from, to })),
  };
}

/**
 * Positions the run, its lead agents and their colleagues from left to right, with few crossings.
 */
export function layOutAgents({ slugs, leads, links }: AgentShape): AgentPositions {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 72, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  graph.setNode(runNodeId, { ...nodeSize, width: runWidth });
  for (const slug of slugs) graph.setNode(slug, { ...nodeSize });
  for (const slug of leads) graph.setEdge(runNodeId, slug);
  for (const { from, to } of links) graph.setEdge(from, to);
  layout(graph);
  const places = new Map<string, { x: number; y: number }>();
  for (const id of graph.nodes()) {
    const { x = 0, y = 0, width = 0, height = 0 } = graph.node(id);
    places.set(id, { x: x - width / 2, y: y - height / 2 });
  }
  return places;
}

function boxOf(id: string, places: AgentPositions): Box {
  const at = places.get(id) ?? { x: 0, y: 0 };
  return { ...at, ...nodeSize, ...(id === runNodeId && { width: runWidth }) };
}
