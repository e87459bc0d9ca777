import { listMissingQuotes, withQuotedParts } from '@ecp/evidence/whole-texts';
import type { DraftInput, RepairAnswer } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../call/engine-services.ts';
import type { Repaired } from '../evidence/apply-repair.ts';
import type { CheckedDeliverable } from '../evidence/check-deliverable.ts';
import { repeatUntilJudged } from '../evidence/judged-rounds.ts';
import type { RepairPlan } from '../evidence/plan-repair.ts';
import { emitEvent } from '../kernel/events.ts';
import { isOffline } from '../models/offline-model.ts';
import {
  callModel,
  runOptionalStep,
  runRecorded,
  TaskEndedError,
  type TaskModels,
  type TaskWorkflowInput,
} from '../steps/calling/call-model.ts';
import { emitDeliverable, readDelivered } from '../steps/calling/task-record.ts';
import { JudgeStoppedError, openTaskJudge } from '../steps/evaluating/judge-claims.ts';
import { type UnverifiedQuery, verifyQueries } from '../tools/queries.ts';
import { findQuotedPassages } from '../tools/quoted-passages.ts';
import type { WrittenDraft } from './amend-draft.ts';
import { checkReader, repairReader } from './check-draft.ts';

type FirstCheck = { outcome: 'published'; content: string } | { outcome: 'open'; plan: RepairPlan };

/**
 * Checks the final draft, lets the agent mend open statements once, and publishes the better
 * version. A document that the run has already delivered stays.
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
  const amends = input.task.amends === true;
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
    const judge = await openTaskJudge(services, input, models, given);
    const { checked, plan, assumptions } = await checkWithWholeTexts(services, input, given, {
      check: (known) =>
        repeatUntilJudged(judge, (records) =>
          services.texts.run(input.tenantId, checkReader, {
            draft,
            given: known,
            amends,
            issues,
            records,
          }),
        ),
      citationsOf: (result) => result.checked.citations,
    });
    if (plan.failures.length > 0) return { outcome: 'open', plan };
    await publish(checked, { assumptions, base: given.previous });
    return { outcome: 'published', content: checked.content };
  });
  if (first.outcome === 'published') return first.content;
  const answers = await askForRepair(services, input, models, first.plan, {
    document: draft,
    material,
  });
  return runChecked(services, input, async () => {
    const texts = [
      draft,
      ...(answers ?? []).flatMap(({ sentence, footnotes }) => [sentence, ...footnotes]),
    ];
    const given = await withVerifiedQueries(services, input, texts.join('\n'), await material());
    const judge = await openTaskJudge(services, input, models, given);
    const { failures } = first.plan;
    const mends = { failures, answers: answers ?? [], isOffline: isOffline(models.optional) };
    const { repaired, assumptions } = await checkWithWholeTexts(services, input, given, {
      check: (known) =>
        repeatUntilJudged(judge, (records) =>
          services.texts.run(input.tenantId, repairReader, {
            draft,
            given: known,
            amends,
            ...mends,
            records,
          }),
        ),
      citationsOf: (result) => result.repaired.checked.citations,
    });
    if (answers) await logRepair(services, input, failures.length, repaired);
    await publish(repaired.checked, { assumptions, base: given.previous });
    return repaired.checked.content;
  });
}

interface WholeTextCheck<Result> {
  check(given: DraftInput): Promise<Result>;
  citationsOf(result: Result): CheckedDeliverable['citations'];
}

/**
 * Checks a document, and once more with the passages in which the whole texts of its sources have
 * the quotes that the first check did not find: the material holds a part of long files.
 */
async function checkWithWholeTexts<Result>(
  services: EngineServices,
  input: TaskWorkflowInput,
  given: DraftInput,
  { check, citationsOf }: WholeTextCheck<Result>,
): Promise<Result> {
  const first = await check(given);
  const missing = listMissingQuotes(citationsOf(first));
  if (missing.length === 0) return first;
  const passages = await findQuotedPassages(services, input, missing);
  if (passages.length === 0) return first;
  return check({ ...given, sources: withQuotedParts(given.sources, passages) });
}

/**
 * Runs a check, which may ask the judge. The document is its record. A stopped run ends the task.
 */
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

/** Limits the characters of a sentence in the log. */
const maxNamed = 80;

/** Null if the call fails. */
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
  return runOptionalStep(services, input, {
    key: 'repair',
    lack: 'failed sentences are not repaired',
    work,
  });
}

/** Logs once what the repair has mended, and why some of its mends were not taken. */
async function logRepair(
  services: EngineServices,
  input: TaskWorkflowInput,
  failed: number,
  { mended, pleaded, dropped }: Repaired,
): Promise<void> {
  const { id: taskId, name, agentSlug: agent } = input.task;
  const plea = pleaded > 0 ? `, ${pleaded} pleaded right` : '';
  const lost = dropped.map(({ sentence, reason }) => `“${cut(sentence)}” (${reason})`).join('; ');
  await emitEvent(services, input, `log:repair:${taskId}`, {
    type: 'log',
    level: 'info',
    code: 'document_repaired',
    agent,
    taskId,
    message: `${name}: ${mended} of ${failed} failed sentences mended${plea}${lost === '' ? '' : `; not taken: ${lost}`}`,
  });
}

function cut(sentence: string): string {
  const flat = sentence.replace(/\s+/g, ' ').trim();
  return flat.length <= maxNamed ? flat : `${flat.slice(0, maxNamed).toWellFormed()} …`;
}

const notes: Record<UnverifiedQuery['reason'], (id: string) => string> = {
  changed: (id) =>
    `the citations of Query ${id} are not verified, because its result is no longer the same`,
  missing: (id) => `the citations of Query ${id} are not verified, because it is not recorded`,
  unknown: (id) => `Query ${id} could not be run again, so its recorded result counts`,
};

/**
 * Returns the material without cited queries that give another result when repeated, and logs them.
 */
async function withVerifiedQueries(
  services: EngineServices,
  input: TaskWorkflowInput,
  content: string,
  material: DraftInput,
): Promise<DraftInput> {
  const { held, unverified } = await verifyQueries(
    services,
    input,
    content,
    material.queries ?? [],
  );
  for (const { id, reason } of unverified) {
    const { id: taskId, name, agentSlug: agent } = input.task;
    await emitEvent(services, input, `log:query:${taskId}:${id}`, {
      type: 'log',
      level: 'warning',
      code: 'query_not_verified',
      agent,
      taskId,
      message: `${name}: ${notes[reason](id)}`,
    });
  }
  return { ...material, queries: held };
}
