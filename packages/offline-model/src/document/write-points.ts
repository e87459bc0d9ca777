import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { Point } from '../brief/find-points.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { readStems } from '../text/read-words.ts';
import { type Citations, quotePassage } from './citations.ts';
import { type DraftSection, writeList } from './compose.ts';

/** The points of a task as sections, and those for which the material has nothing. */
export interface WrittenPoints {
  sections: DraftSection[];
  used: RankedPassage[];
  /** Titles of points without a fitting statement. */
  empty: string[];
}

/** The material from which the points are filled. */
export interface PointMaterial {
  statements: RankedPassage[];
  /** Statements that the summary quotes. A point with too few other statements refers to them. */
  facts: RankedPassage[];
  /** True for a statement that an earlier deliverable quotes. New statements come before it. */
  isKnown: (statement: RankedPassage) => boolean;
}

const knownWeight = 0.6;
/** Lowest share of a point's words, weighted by rarity, that several shared words or a single one must reach. */
const leastFit = { several: 0.33, single: 0.42 };
/** With this many statements under its points, a draft needs no others. */
const enough = 9;
/** With at most this many statements, all of them are close enough to the task. */
const smallMaterial = 20;
/** Number of statements that are sorted under points. The rest ranks too low. */
const maxSorted = 400;
/** Weight of the words of the heading above a statement; the statement's own words weigh 1. */
const headingWeight = 0.5;

/**
 * Sorts statements under the points of the task: each goes once, under the point whose rare words it shares most.
 * `room` is the maximum number of statements per point.
 */
export async function writePoints(
  points: Point[],
  { statements, facts, isKnown }: PointMaterial,
  room: number,
  citations: Citations,
  timeSlice: TimeSlice,
): Promise<WrittenPoints> {
  const pool = statements.slice(0, maxSorted);
  const rarity = weighStems(points, pool);
  const piles = points.map((): { statement: RankedPassage; fit: number }[] => []);
  for (const statement of pool) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const fits = points.map((point) => fitTo(point, statement, rarity));
    const best = Math.max(...fits);
    if (best > 0) {
      const fit = (best + 0.3 * statement.score) * (isKnown(statement) ? knownWeight : 1);
      piles[fits.indexOf(best)]?.push({ statement, fit });
    }
  }
  const used: RankedPassage[] = [];
  const chosen = piles.map((pile) => {
    const ranked = pile.sort((a, b) => b.fit - a.fit).map(({ statement }) => statement);
    const picked = pickDiverse(ranked, room, used);
    used.push(...picked);
    return picked;
  });
  const sections = points.map((point, at) => {
    const picked = sortByReading(chosen[at] ?? []).map(({ passage }) => quotePassage(passage, citations));
    const summed = facts.filter((fact) => fitTo(point, fact, rarity) > 0);
    const references = summed.map(({ passage }) => citations.cite(passage)).join(' ');
    const pointer = references === '' ? [] : [`Quoted in the summary already: ${references}`];
    return { title: escapeMarkdown(point.title), body: writeList([...picked, ...(picked.length < 2 ? pointer : [])]) };
  });
  const rest = pool.filter(
    (statement) =>
      statement.hits > (pool.length > smallMaterial ? 1 : 0) && !used.includes(statement) && !isKnown(statement),
  );
  const further = pickDiverse(rest, Math.max(0, Math.min(room, enough - used.length)), [...used, ...facts]);
  used.push(...further);
  const title = 'Further evidence';
  const quotes = writeList(sortByReading(further).map(({ passage }) => quotePassage(passage, citations)));
  const empty = points.filter((_, at) => sections[at]?.body === '').map((point) => point.title);
  return { sections: [...sections, { title, body: quotes }], used, empty };
}

function weighStems(points: Point[], pool: RankedPassage[]): Map<string, number> {
  const wanted = new Map([...new Set(points.flatMap(({ stems }) => [...stems]))].map((stem) => [stem, 0]));
  for (const { passage } of pool) {
    for (const stem of new Set(passage.stems)) if (wanted.has(stem)) wanted.set(stem, (wanted.get(stem) ?? 0) + 1);
  }
  return new Map([...wanted].map(([stem, count]) => [stem, Math.log(1 + pool.length / (count + 1))]));
}

/** Returns the share of the point's words, weighted by rarity, in a statement or its heading; 0 below a third. */
function fitTo({ stems }: Point, { passage }: RankedPassage, rarity: Map<string, number>): number {
  const own = new Set(passage.stems);
  const above = new Set(readStems(passage.heading ?? ''));
  let shared = 0;
  let count = 0;
  let total = 0;
  for (const stem of stems) {
    const weight = rarity.get(stem) ?? 0;
    total += weight;
    shared += own.has(stem) ? weight : above.has(stem) ? headingWeight * weight : 0;
    if (own.has(stem) || above.has(stem)) count += 1;
  }
  const fit = total === 0 ? 0 : shared / total;
  return fit >= (count > 1 ? leastFit.several : leastFit.single) ? fit : 0;
}
