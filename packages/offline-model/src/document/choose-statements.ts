import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { findPoints, type Point } from '../brief/find-points.ts';
import { readTaskTerms } from '../brief/make-query.ts';
import { pickDiverse } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { nestQuotes } from '../text/quote-text.ts';
import { readStems } from '../text/read-words.ts';
import type { DraftEvidence } from './gather-evidence.ts';
import { findStatedGaps } from './write-open-points.ts';

/** The statements of the material by what a draft does with them, best first. */
export interface ChosenStatements {
  points: Point[];
  /** The stems of what the task asks for, without those of the engagement's and the client's name. */
  own: Set<string>;
  /** For the summary. */
  facts: RankedPassage[];
  /** For the findings: all that states something. */
  body: RankedPassage[];
  /** Of those, what no earlier deliverable quotes; all of them where next to nothing would be left. */
  fresh: RankedPassage[];
  /** What shares a word with this very task and stands in no earlier deliverable: for risks and figures. */
  close: RankedPassage[];
  /** What the material names as not known, for this task. */
  lacking: RankedPassage[];
  /** True for what an earlier deliverable quotes: this one builds on those. */
  isKnown: (statement: RankedPassage) => boolean;
}

const maxLacking = 6;
/** Fewer statements than these, and a draft says again what earlier ones said. */
const leastFresh = 6;
/** Of so few statements none is too far from the task. */
const smallMaterial = 20;

/** Chooses what a draft is made of, so that the drafts of one engagement do not repeat each other. */
export function chooseStatements(input: DraftInput, evidence: DraftEvidence, factCount: number): ChosenStatements {
  const { statements } = evidence;
  const points = findPoints(input.task);
  const own = readTaskStems(input, points);
  const isKnown = (statement: RankedPassage) => {
    const shown = escapeMarkdown(nestQuotes(statement.passage.text));
    return input.upstream.some(({ content }) => content.includes(shown));
  };
  const unsaid = statements.filter((statement) => !isKnown(statement));
  const pool = unsaid.length < leastFresh ? statements : unsaid;
  const facts = pickDiverse(pool, factCount);
  const isClose = ({ passage }: RankedPassage) =>
    statements.length <= smallMaterial || passage.stems.some((stem) => own.has(stem));
  const unknown = new Set(findStatedGaps(evidence));
  const body = statements.filter((statement) => !facts.includes(statement) && !unknown.has(statement));
  return {
    ...{ points, own, facts, body, isKnown },
    fresh: pool === statements ? body : body.filter((statement) => !isKnown(statement)),
    close: unsaid.filter((statement) => isClose(statement) && !unknown.has(statement)),
    lacking: pickDiverse(
      unsaid.filter((statement) => unknown.has(statement) && isClose(statement)),
      maxLacking,
    ),
  };
}

function readTaskStems({ engagement, task }: DraftInput, points: Point[]): Set<string> {
  const given = new Set(readStems(`${engagement.client} ${engagement.name}`));
  const terms = [...readTaskTerms(task).map(({ stem }) => stem), ...readStems(task.name)];
  const asked = points.flatMap(({ stems }) => [...stems]);
  return new Set([...asked, ...terms].filter((stem) => !given.has(stem)));
}
