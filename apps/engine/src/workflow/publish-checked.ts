import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import { cutSections, type DocumentSection, isAnswersSection } from '@ecp/markdown/sectioned-document';
import type { DraftInput, FailedSentence, PromptInputs, RepairAnswer } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../call/engine-services.ts';
import { applyRepair, type RepairableSentence, type Repaired } from '../evidence/apply-repair.ts';
import type { CheckedDeliverable } from '../evidence/check-deliverable.ts';
import { definitionsFor, describePlace, findSentences, type SentencePlace } from '../evidence/find-sentences.ts';
import { emitEvent } from '../kernel/events.ts';
import { lockedTexts, withAssumptions, withLocked } from '../kernel/written-sections.ts';
import {
  callModel,
  runOptionalStep,
  runRecorded,
  TaskEndedError,
  type TaskModels,
  type TaskWorkflowInput,
} from '../steps/calling/call-model.ts';
import { emitDeliverable, readDelivered } from '../steps/calling/task-record.ts';
import { type CheckDocument, JudgeStoppedError, openCheck } from '../steps/evaluating/judge-claims.ts';
import type { SentenceIssue } from '../steps/evaluating/review-draft.ts';
import { type UnverifiedQuery, verifyQueries } from '../tools/queries.ts';
import type { WrittenDraft } from './amend-draft.ts';

type FirstCheck = { outcome: 'published'; content: string } | { outcome: 'open'; plan: RepairPlan };

/**
 * Checks the final draft, lets the agent mend open statements once, and publishes the better version. A document that
 * the run has already delivered stays.
 * @returns the published document
 */
export async function publishChecked(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  { content: draft, score, noteAnswers, issues = [], objections }: WrittenDraft,
  material: () => Promise<DraftInput>,
): Promise<string> {
  type Published = { assumptions: string[]; base: DraftInput['previous'] };
  const publish = async (checked: CheckedDeliverable, { assumptions, base }: Published) => {
    const finished = { ...checked, noteAnswers, assumptions, objections, base, score };
    await emitDeliverable(services, input, input.task, finished);
  };
  const first = await runChecked(services, input, async (): Promise<FirstCheck> => {
    const { id } = input.task;
    const delivered = (await readDelivered(services.database, input, [id])).get(id);
    if (delivered) {
      const { content, citations, figures } = delivered;
      // The event may have been stored without what follows it.
      await publish({ content, citations, figures }, { assumptions: [], base: null });
      return { outcome: 'published', content };
    }
    const given = await withVerifiedQueries(services, input, draft, await material());
    const { content: stated, ids } = stateAssumptions(draft, given, input.task.amends === true);
    const checked = await (await openCheck(services, input, models, given))(stated);
    const plan = planRepair(checked, {
      previous: input.task.amends ? (given.previous?.content ?? '') : null,
      locked: lockedTexts(given.previous),
      issues,
    });
    if (plan.failures.length > 0) return { outcome: 'open', plan };
    await publish(checked, { assumptions: ids, base: given.previous });
    return { outcome: 'published', content: checked.content };
  });
  if (first.outcome === 'published') return first.content;
  const answers = await askForRepair(services, input, models, first.plan, { document: draft, material });
  return runChecked(services, input, async () => {
    const texts = [draft, ...(answers ?? []).flatMap(({ sentence, footnotes }) => [sentence, ...footnotes])];
    const given = await withVerifiedQueries(services, input, texts.join('\n'), await material());
    const check: CheckDocument = await openCheck(services, input, models, given);
    const { content: stated, ids } = stateAssumptions(draft, given, input.task.amends === true);
    const { failures } = first.plan;
    const repaired = await applyRepair(await check(stated), failures, answers ?? [], models.optional, check);
    if (answers) await logRepair(services, input, failures.length, repaired);
    await publish(repaired.checked, { assumptions: ids, base: given.previous });
    return repaired.checked.content;
  });
}

/** Returns the document with people's sections and its assumptions, and the ids of their questions (contract 11). */
function stateAssumptions(draft: string, { task, questions = [], engagement, previous }: DraftInput, amends: boolean) {
  const assumed = questions.filter(({ taskId, answer }) => taskId === task.id && answer === null);
  // The reviewer decides what the reviewed version says of earlier questions.
  const toState = assumed.filter(({ isEarlier }) => !(amends && isEarlier));
  const content = withLocked(withAssumptions(draft, toState, engagement.language), previous);
  return { content, ids: assumed.map(({ id }) => id) };
}

/** Runs a check, which may ask the judge. The document is its record. A stopped run ends the task. */
async function runChecked<Result>(
  services: EngineServices,
  { task }: TaskWorkflowInput,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = await runRecorded(services, async () => {
    try {
      return { stopped: false as const, result: await work() };
    } catch (error) {
      if (error instanceof JudgeStoppedError) return { stopped: true as const };
      throw error;
    }
  });
  if (result.stopped) throw new TaskEndedError({ state: 'stopped', taskId: task.id });
  return result.result;
}

/** Limits the sentences that one repair is asked for. Of the others it gets the kinds. */
const maxSentences = 40;
/** Limits the characters of a sentence in the log. */
const maxNamed = 80;

interface RepairPlan {
  failures: (FailedSentence & RepairableSentence)[];
  more: PromptInputs['repair']['more'];
}

/**
 * Lists the refuted and denied sentences, and those of the observer's `issues`, except in note answers, in people's
 * `locked` sections and, for an amended document, in sections of `previous`, which the reviewer has seen.
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
  const settled = new Set(previous === null ? [] : cutSections(previous).sections.map(({ raw }) => raw.trimEnd()));
  const mayChange = ({ raw }: DocumentSection) =>
    !settled.has(raw.trimEnd()) && !locked.has(raw.trimEnd()) && !isAnswersSection(raw);
  const byPlace = new Map<number, RepairPlan['failures'][number]>();
  // A sentence that stands twice is identified by the order of all statements, including the right ones.
  const places = findSentences(content, citations);
  const add = (place: SentencePlace, fault: Fault, claims: readonly string[]) => {
    const { index, shown } = describePlace(content, document, place);
    const section = document.sections[index];
    if (!section || !mayChange(section)) return;
    const known = byPlace.get(place.start) ?? {
      ...{ ...shown, footnotes: [], named: [], place },
      ...{ claims: [], issues: [], faults: [] },
    };
    const isTold = known.faults.some(
      ({ state, reason, footnote }) => state === fault.state && reason === fault.reason && footnote === fault.footnote,
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
      add(findMet(one) ?? one, { state: 'issue', footnote: null, reason: issue, passage: null }, []);
  const found = withoutOverlaps([...byPlace.values()].toSorted((a, b) => a.place.start - b.place.start));
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
      before && /^[^\S\n]*$/.test(content.slice(before.place.end, Math.max(before.place.end, one.place.start)));
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

/** Null if the call fails (contract 7). */
function askForRepair(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  { failures, more }: RepairPlan,
  { document, material }: { document: string; material: () => Promise<DraftInput> },
): Promise<RepairAnswer[] | null> {
  const shown = failures.map(({ place: _, claims: __, issues: ___, ...failed }) => failed);
  const work = async () => {
    const gather = async () => ({ ...(await material()), document, failures: shown, more });
    const call = { purpose: 'repair' as const, key: 'repair', agentSlug: input.task.agentSlug };
    return (await callModel(services, input, { ...call, models: models.optional, gather })).answers;
  };
  return runOptionalStep(services, input, { key: 'repair', lack: 'failed sentences are not repaired', work });
}

/** Logs once what the repair has mended, and why some of its mends were not taken. */
async function logRepair(
  { database }: EngineServices,
  input: TaskWorkflowInput,
  failed: number,
  { mended, pleaded, dropped }: Repaired,
): Promise<void> {
  const { id: taskId, name, agentSlug: agent } = input.task;
  const plea = pleaded > 0 ? `, ${pleaded} pleaded right` : '';
  const lost = dropped.map(({ sentence, reason }) => `“${cut(sentence)}” (${reason})`).join('; ');
  await emitEvent(database, input, `log:repair:${taskId}`, {
    ...{ type: 'log', level: 'info', code: 'document_repaired', agent, taskId },
    message: `${name}: ${mended} of ${failed} failed sentences mended${plea}${lost === '' ? '' : `; not taken: ${lost}`}`,
  });
}

function cut(sentence: string): string {
  const flat = sentence.replace(/\s+/g, ' ').trim();
  return flat.length <= maxNamed ? flat : `${flat.slice(0, maxNamed).toWellFormed()} …`;
}

const notes: Record<UnverifiedQuery['reason'], (id: string) => string> = {
  changed: (id) => `the citations of Query ${id} are not verified, because its result is no longer the same`,
  missing: (id) => `the citations of Query ${id} are not verified, because it is not recorded`,
  unknown: (id) => `Query ${id} could not be run again, so its recorded result counts`,
};

/** Returns the material without cited queries that give another result when repeated (contract 10), and logs them. */
async function withVerifiedQueries(
  services: EngineServices,
  input: TaskWorkflowInput,
  content: string,
  material: DraftInput,
): Promise<DraftInput> {
  const { held, unverified } = await verifyQueries(services, input, content, material.queries ?? []);
  for (const { id, reason } of unverified) {
    const { id: taskId, name, agentSlug: agent } = input.task;
    await emitEvent(services.database, input, `log:query:${taskId}:${id}`, {
      ...{ type: 'log', level: 'warning', code: 'query_not_verified', agent, taskId },
      message: `${name}: ${notes[reason](id)}`,
    });
  }
  return { ...material, queries: held };
}
