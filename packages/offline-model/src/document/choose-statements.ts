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

/** The statements of the material, grouped by their use in a draft, best first. */
export interface ChosenStatements {
  points: Point[];
  /** The stems of what the task requests, without those of the engagement's and the client's name. */
  own: Set<string>;
  /** Statements for the summary. */
  facts: RankedPassage[];
  /** Statements for the findings. */
  body: RankedPassage[];
  /** Those of `body` that no earlier deliverable quotes; all of `body` if too few would be left. */
  fresh: RankedPassage[];
  /** Statements for risks and figures: they share a word with this task and are in no earlier deliverable. */
  close: RankedPassage[];
  /** Statements that name something unknown that matters to this task. */
  lacking: RankedPassage[];
  /** True for a statement that an earlier deliverable quotes. */
  isKnown: (statement: RankedPassage) => boolean;
}

const maxLacking = 6;
/** With fewer new statements than this, a draft repeats those of earlier deliverables. */
const leastFresh = 6;
/** With at most this many statements, all of them are close enough to the task. */
const smallMaterial = 20;

/** Chooses the statements of a draft, so that the drafts of one engagement do not repeat each other. */
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
