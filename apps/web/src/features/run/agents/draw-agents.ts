import { drawCurve, type Point } from '../../../charts/graph-path.ts';
import type { AgentActivity, AgentLink } from './describe-agents.ts';
import { type AgentPositions, boxOf, runNodeId } from './lay-out-agents.ts';

/** Vertical offset of the two lines between agents that asked each other. */
const pairShiftPx = 13;

/** A line from the run to a lead agent. */
export interface DrawnTask {
  slug: string;
  path: string;
  isWorking: boolean;
}

/** A line from the asking to the answering agent. */
export interface DrawnLink {
  id: string;
  from: string;
  to: string;
  path: string;
  /** Position of the number. */
  middle: Point;
  count: number;
}

/** Returns the middle of a node's left or right side. */
function sideOf(places: AgentPositions, id: string, side: 'left' | 'right'): Point {
  const { x, y, width, height } = boxOf(id, places);
  return { x: side === 'right' ? x + width : x, y: y + height / 2 };
}

/** Draws lines from the run to each lead agent. */
export function drawTasks(agents: readonly AgentActivity[], places: AgentPositions): DrawnTask[] {
  const from = sideOf(places, runNodeId, 'right');
  return agents
    .filter(({ tasks }) => tasks.length > 0)
    .map(({ slug, isWorking }) => {
      const { path } = drawCurve(from, sideOf(places, slug, 'left'), false);
      return { slug, isWorking, path };
    });
}

/** Draws lines from asking to answering agents, also backwards. */
export function drawLinks(links: readonly AgentLink[], places: AgentPositions): DrawnLink[] {
  const ids = new Set(links.map(({ id }) => id));
  return links.map(({ id, from, to, consultations: { length: count } }) => {
    const isBack = (places.get(to)?.x ?? 0) < (places.get(from)?.x ?? 0);
    const shiftPx = ids.has(`${to} ${from}`) ? (isBack ? pairShiftPx : -pairShiftPx) : 0;
    const [leaving, arriving] = isBack ? (['left', 'right'] as const) : (['right', 'left'] as const);
    const ends = [sideOf(places, from, leaving), sideOf(places, to, arriving)] as const;
    const [start, end] = [shift(ends[0], shiftPx), shift(ends[1], shiftPx)];
    return { id, from, to, count, ...drawCurve(start, end, isBack) };
  });
}

const shift = ({ x, y }: Point, byPx: number): Point => ({ x, y: y + byPx });
