import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { readOwnTerms } from '../brief/make-query.ts';
import type { DraftEvidence } from '../evidence/gather-evidence.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { mapInSlices } from '../text/map-in-slices.ts';
import { isQuoted } from './is-quoted.ts';

/** The statements of the material that concern a task, best first. */
export interface CloseFacts {
  /** Statements that no earlier document quotes. */
  fresh: RankedPassage[];
  /** Statements that an earlier document quotes. */
  known: RankedPassage[];
  /** Statements that name something unknown that matters to this task, in reading order. */
  unknown: RankedPassage[];
  /** The stems of what the task names, without those of the engagement's and the client's name. */
  own: ReadonlySet<string>;
}

const maxUnknown = 6;
/**
 * The number of statements below which a pack is thin. A thin pack also takes statements that share only words of the
 * engagement's name, and repeats those of earlier documents.
 */
const fewest = 6;
const maxTerms = 40;
/** The largest number of statements that a pack takes without comparing them with the task. */
const smallMaterial = 20;

/** Finds the statements that share words with a task, and compares them with the earlier documents. */
export async function findClose(
  input: DraftInput,
  { statements, unknown }: DraftEvidence,
  timeSlice: TimeSlice,
): Promise<CloseFacts> {
  const own = readOwnStems(input);
  // A task that names nothing of its own is about all of the material.
  const isSmall = own.size === 0 || statements.length <= smallMaterial;
  const isClose = ({ passage, hits }: RankedPassage) =>
    isSmall || (hits > 0 && passage.stems.some((stem) => own.has(stem)));
  const near = statements.filter(isClose);
  const close = isSmall || near.length >= fewest ? near : statements.filter(({ hits }) => hits > 0);
  const open = unknown.filter(isClose);
  const isKnown = ({ passage }: RankedPassage) => isQuoted(passage.text, input.upstream);
  const areKnown = await mapInSlices(close, isKnown, timeSlice);
  const areOpenKnown = await mapInSlices(open, isKnown, timeSlice);
  const newlyOpen = open.filter((_, at) => !areOpenKnown[at]);
  return {
    own,
    fresh: close.filter((_, at) => !areKnown[at]),
    known: close.filter((_, at) => areKnown[at]),
    unknown: sortByReading(pickDiverse(newlyOpen, maxUnknown)),
  };
}

/** Chooses the facts of a pack in reading order. What an earlier document quotes is left out where others remain. */
export function chooseFacts({ fresh, known }: CloseFacts, most: number): RankedPassage[] {
  const candidates = fresh.length < fewest ? [...fresh, ...known].slice(0, fewest) : fresh;
  return sortByReading(pickDiverse(candidates, most));
}

function readOwnStems({ engagement, task }: DraftInput): Set<string> {
  return new Set(readOwnTerms(engagement, task, maxTerms).map(({ stem }) => stem));
}
