import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import {
  cutSections,
  type DocumentSection,
  isAnswersSection,
} from '@ecp/markdown/sectioned-document';
import type { FailedSentence, PromptInputs } from '@ecp/model-calls/prompt-types';
import type { RepairableSentence } from './apply-repair.ts';
import type { CheckedDeliverable } from './check-deliverable.ts';
import {
  definitionsFor,
  describePlace,
  findSentences,
  type SentencePlace,
} from './find-sentences.ts';

/** An issue of the observer that new words for one sentence or table row mend. */
export interface SentenceIssue {
  sentence: string;
  issue: string;
}

/** Limits the sentences that one repair is asked for. Of the others it gets the kinds. */
const maxSentences = 40;
export interface RepairPlan {
  failures: (FailedSentence & RepairableSentence)[];
  more: PromptInputs['repair']['more'];
}

/**
 * Lists the refuted and denied sentences, and those of the observer's `issues`, except in note
 * answers, in people's `locked` sections and, for an amended document, in sections of `previous`,
 * which the reviewer has seen.
 */
export function planRepair(
  { content, citations }: Pick<CheckedDeliverable, 'content' | 'citations'>,
  {
    previous,
    locked,
    issues = [],
  }: { previous: string | null; locked: ReadonlySet<string>; issues?: readonly SentenceIssue[] },
): RepairPlan {
  if (issues.length === 0 && !citations.some(isOpen)) return { failures: [], more: [] };
  const document = cutSections(content);
  const settled = new Set(
    previous === null ? [] : cutSections(previous).sections.map(({ raw }) => raw.trimEnd()),
  );
  const mayChange = ({ raw }: DocumentSection) =>
    !settled.has(raw.trimEnd()) && !locked.has(raw.trimEnd()) && !isAnswersSection(raw);
  const byPlace = new Map<number, RepairPlan['failures'][number]>();
  // A sentence that stands twice is identified by the order of all statements, including the right
  // ones.
  const places = findSentences(content, citations);
  const add = (place: SentencePlace, fault: Fault, claims: readonly string[]) => {
    const { index, shown } = describePlace(content, document, place);
    const section = document.sections[index];
    if (!section || !mayChange(section)) return;
    const known = byPlace.get(place.start) ?? {
      ...shown,
      footnotes: [],
      named: [],
      place,
      claims: [],
      issues: [],
      faults: [],
    };
    const isTold = known.faults.some(
      ({ state, reason, footnote }) =>
        state === fault.state && reason === fault.reason && footnote === fault.footnote,
    );
    if (!isTold) known.faults.push(fault);
    if (fault.state === 'issue' && !isTold) known.issues.push(fault.reason);
    for (const claim of claims) if (!known.claims.includes(claim)) known.claims.push(claim);
    byPlace.set(place.start, known);
  };
  for (const [at, citation] of citations.entries()) {
    const place = places[at];
    if (isOpen(citation) && place) add(place, faultOf(citation), [citation.claim]);
  }
  const wanted = issues.flatMap(({ sentence, issue }) => {
    const [place] = findSentences(content, [{ claim: sentence, footnote: null }]);
    return place ? [{ place, issue }] : [];
  });
  const findMet = ({ start, end }: SentencePlace) =>
    [...byPlace.values()].find(({ place }) => place.start < end && start < place.end)?.place;
  for (const { place, parts, issue } of joinNeighbours(content, wanted))
    for (const one of findMet(place) ? parts : [place])
      add(
        findMet(one) ?? one,
        { state: 'issue', footnote: null, reason: issue, passage: null },
        [],
      );
  const found = withoutOverlaps(
    [...byPlace.values()].toSorted((a, b) => a.place.start - b.place.start),
  );
  const kinds = Map.groupBy(
    found.slice(maxSentences).flatMap(({ faults }) => faults),
    ({ state }) => state,
  );
  return {
    failures: found.slice(0, maxSentences).map((failed) => {
      const labels = failed.faults.map(({ footnote }) => footnote);
      return { ...failed, ...definitionsFor(content, document, { place: failed.place, labels }) };
    }),
    more: [...kinds].map(([state, faults]) => ({ state, count: faults.length })),
  };
}

type WantedChange = { place: SentencePlace; issue: string };

/** Joins consecutive sentences of one issue, so that they are mended together. */
function joinNeighbours(
  content: string,
  wanted: readonly WantedChange[],
): (WantedChange & { parts: SentencePlace[] })[] {
  const joined: (WantedChange & { parts: SentencePlace[] })[] = [];
  for (const one of wanted.toSorted((a, b) => a.place.start - b.place.start)) {
    const before = joined.findLast(({ issue }) => issue === one.issue);
    const isNext =
      before &&
      /^[^\S\n]*$/.test(
        content.slice(before.place.end, Math.max(before.place.end, one.place.start)),
      );
    const isRow = /^\s*\|/.test(content.slice(one.place.start, one.place.end));
    if (before && isNext && !isRow) {
      before.place = { ...before.place, end: Math.max(before.place.end, one.place.end) };
      before.parts.push(one.place);
    } else joined.push({ ...one, parts: [one.place] });
  }
  return joined;
}

type Fault = FailedSentence['faults'][number];

function faultOf({ state, footnote, reason, passage }: Citation): Fault {
  return { state: state as Fault['state'], footnote, reason: reason ?? '', passage };
}

function withoutOverlaps(sentences: RepairPlan['failures']): RepairPlan['failures'] {
  let end = -1;
  return sentences.filter(({ place }) => {
    const isFree = place.start >= end;
    if (isFree) end = place.end;
    return isFree;
  });
}
