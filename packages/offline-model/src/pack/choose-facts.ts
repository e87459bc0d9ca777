import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { readOwnTerms } from '../brief/make-query.ts';
import type { DraftEvidence } from '../evidence/gather-evidence.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { isQuoted } from './is-quoted.ts';

/** The statements of the material that concern a task, in reading order. */
export interface ChosenFacts {
  facts: RankedPassage[];
  /** Statements that name something unknown that matters to this task. */
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

/** Chooses the facts of a pack. What an earlier document of the engagement quotes is left out where others remain. */
export function chooseFacts(input: DraftInput, evidence: DraftEvidence, most: number): ChosenFacts {
  const own = readOwnStems(input);
  const isNew = ({ passage }: RankedPassage) => !isQuoted(passage.text, input.upstream);
  // A task that names nothing of its own is about all of the material.
  const isSmall = own.size === 0 || evidence.statements.length <= smallMaterial;
  const isClose = ({ passage, hits }: RankedPassage) =>
    isSmall || (hits > 0 && passage.stems.some((stem) => own.has(stem)));
  const near = evidence.statements.filter(isClose);
  const close = isSmall || near.length >= fewest ? near : evidence.statements.filter(({ hits }) => hits > 0);
  const fresh = close.filter(isNew);
  const known = close.filter((fact) => !isNew(fact));
  return {
    own,
    facts: sortByReading(pickDiverse(fresh.length < fewest ? [...fresh, ...known].slice(0, fewest) : fresh, most)),
    unknown: sortByReading(
      pickDiverse(
        evidence.unknown.filter((fact) => isClose(fact) && isNew(fact)),
        maxUnknown,
      ),
    ),
  };
}

function readOwnStems({ engagement, task }: DraftInput): Set<string> {
  return new Set(readOwnTerms(engagement, task, maxTerms).map(({ stem }) => stem));
}
