import { nanoToUsd } from '@ecp/contract/declaring/money';
import { type EngineJudgement, maxJudgeQuestions } from '@ecp/contract/engine/engine-judgements';
import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { forAgents } from '../../../kernel/as-agents.ts';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { readOr } from '../../../kernel/text-work.ts';
import {
  lockEngagementIfThere,
  raiseJudgingSpent,
  selectEngagement,
} from '../../../material/engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../../../material/engine-client/engine-client.ts';
import { hasConnectedModel } from '../../../material/engine-client/roster.ts';
import { readCitations, recordCitations } from '../../../material/evidence/citations.ts';
import { recordFigures } from '../../../material/evidence/conflicts.ts';
import { recordCardUses } from '../../../material/library/card-uses.ts';
import { hasModelKey } from '../../../material/model-keys/model-keys.ts';
import { selectUnreadFile } from '../../../material/sources/extraction.ts';
import { type CheckedText, checkReader, type TextToCheck } from './check-text.ts';
import { checkWithWholeTexts } from './check-whole-texts.ts';
import {
  hashQuestion,
  judgementRounds,
  type KeptAnswer,
  recordJudgeAnswers,
  selectJudgeAnswers,
} from './judge-answers.ts';
import { gatherMaterial } from './material.ts';

/** The first wait for files or a judge, and the longest: each wait is twice the one before. */
const [firstWaitMs, longestWaitMs] = [500, 30_000];
/** Looks after which a text is left unjudged. */
const mostLooks = 12;

/**
 * Records that a version waits for its check, which lacks time or a file, or for a judge, and
 * enqueues the check again.
 */
export async function awaitFindings(
  tx: Transaction,
  services: Pick<Services, 'durable'>,
  tenantId: string,
  {
    deliverableId,
    lacksCheck,
    lacksJudge,
  }: { deliverableId: string; lacksCheck: boolean; lacksJudge: boolean },
): Promise<void> {
  if (!lacksCheck && !lacksJudge) return;
  await tx.query({
    name: 'set_check_waits',
    text: `update platform.deliverables set check_waits = $3, judgement_id = $4 where tenant_id = $1 and id = $2`,
    values: [tenantId, deliverableId, lacksCheck, lacksJudge ? createId() : null],
  });
  await lookLater(tx, services, { tenantId, deliverableId, looks: 0 });
}

/**
 * Checks a version again once all files are read and the judge has answered, and replaces its
 * findings; until then it tries later. Repeatable. Throws StorageUnavailableError.
 */
export async function recheckVersion(
  services: Services,
  input: DurableInputs['recheckVersion'],
): Promise<void> {
  const { tenantId, deliverableId } = input;
  const { database } = services;
  const later = { ...input, looks: input.looks + 1 };
  const prepared = await database.withTenant(tenantId, async (tx) => {
    const row = await findWaiting(tx, tenantId, deliverableId);
    if (!row) return null;
    const unread = row.check_waits
      ? (await tx.query(selectUnreadFile(tenantId, row.engagement_id))).rows
      : [];
    if (unread.length > 0) {
      await lookLater(tx, services, later);
      return null;
    }
    const { engagement_id: engagementId, filename, task_id: taskId, version } = row;
    const about = { engagementId, filename, taskId, version };
    const { rows: answers } = await tx.query(selectJudgeAnswers(tenantId, engagementId));
    return { row, answers, material: await gatherMaterial(tx, services, tenantId, about) };
  });
  if (!prepared?.material) return;
  const { row, answers, material } = prepared;
  const earlier = await readCitations(database, tenantId, [deliverableId]);
  const before = earlier.get(deliverableId) ?? [];
  // A text that is too complex keeps the findings that it has. Without any it stays unchecked.
  const check = (known: readonly KeptAnswer[]) => {
    return checkWithWholeTexts<CheckedText | null>(
      services,
      { tenantId, engagementId: row.engagement_id },
      { content: row.content, material, before, answers: known },
      (text) =>
        readOr<TextToCheck, CheckedText | null>(
          services.texts,
          tenantId,
          [checkReader, text],
          () => null,
        ),
      (read) => database.withTenant(tenantId, read),
    );
  };
  let checked = await check(answers);
  const judged: Judged = { answers: [], spentUsd: 0 };
  for (const round of judgementRounds) {
    const given = await judge(services, tenantId, { row, round }, checked);
    if (given === null && input.looks < mostLooks) {
      return database.withTenant(tenantId, (tx) => lookLater(tx, services, later));
    }
    if (!given || given.answers.length === 0) break;
    judged.answers.push(...given.answers);
    judged.spentUsd = given.spentUsd;
    const known = judged.answers.map(({ question, answer }) => ({
      hash: hashQuestion(question),
      ...answer,
    }));
    checked = await check([...answers, ...known]);
  }
  await database.withTenant(tenantId, async (tx) => {
    const { engagement_id: engagementId } = row;
    await lockEngagementIfThere(tx, tenantId, engagementId);
    if (!(await findWaiting(tx, tenantId, deliverableId))) return;
    const judgedAt = services.clock.now();
    await recordJudgeAnswers(tx, { tenantId, engagementId, judgedAt }, judged.answers);
    await raiseJudgingSpent(tx, tenantId, engagementId, Math.round(judged.spentUsd * 1e9));
    if (checked) await replaceFindings(tx, tenantId, { engagementId, deliverableId, ...checked });
    const isUnchecked = checked === null && !earlier.has(deliverableId);
    await tx.query({
      name: 'end_check_waits',
      text: `update platform.deliverables set check_waits = check_waits and $3, judgement_id = null
        where tenant_id = $1 and id = $2`,
      values: [tenantId, deliverableId, isUnchecked],
    });
  });
}

/**
 * Asks the judge what a check leaves open, then what follows from the answers; null while an answer
 * may still come.
 */
async function judge(
  services: Services,
  tenantId: string,
  { row, round }: { row: WaitingRow; round: string },
  checked: CheckedText | null,
): Promise<Judged | null> {
  const questions = (checked?.questions ?? []).slice(0, maxJudgeQuestions);
  const {
    engagement_id: engagementId,
    task_id: taskId,
    judgement_id: judgementId,
    created_at: createdAt,
  } = row;
  if (judgementId === null || questions.length === 0) return { answers: [], spentUsd: 0 };
  const date = createdAt.toISOString().slice(0, 10);
  return askJudge(services, tenantId, {
    engagementId,
    taskId,
    date,
    questions,
    judgementId: judgementId + round,
  });
}

async function replaceFindings(
  tx: Transaction,
  tenantId: string,
  found: Omit<CheckedText, 'questions'> & { engagementId: string; deliverableId: string },
): Promise<void> {
  const { engagementId, deliverableId, citations, figures } = found;
  await tx.query({
    name: 'delete_findings',
    text: `with figures as (delete from platform.deliverable_figures where tenant_id = $1 and deliverable_id = $2)
      delete from platform.deliverable_citations where tenant_id = $1 and deliverable_id = $2`,
    values: [tenantId, deliverableId],
  });
  await recordCitations(tx, tenantId, deliverableId, citations);
  await recordCardUses(tx, { tenantId, engagementId, deliverableId }, citations);
  await recordFigures(tx, { tenantId, engagementId, deliverableId, figures });
}

interface WaitingRow {
  engagement_id: string;
  task_id: string | null;
  filename: string;
  version: number;
  created_at: Date;
  check_waits: boolean;
  /** Null for a version that no judge is asked about. */
  judgement_id: string | null;
  content: string;
}

async function findWaiting(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<WaitingRow | undefined> {
  const { rows } = await tx.query<WaitingRow>({
    name: 'select_waiting_version',
    text: `select engagement_id, task_id, filename, version, created_at, check_waits, judgement_id, content
      from platform.deliverables
      where tenant_id = $1 and id = $2 and (check_waits or judgement_id is not null)`,
    values: [tenantId, id],
  });
  return rows[0];
}

function lookLater(
  tx: Transaction,
  { durable }: Pick<Services, 'durable'>,
  input: DurableInputs['recheckVersion'],
): Promise<void> {
  const id = `${input.deliverableId}-${input.looks}`;
  const waitMs = Math.min(firstWaitMs * 2 ** input.looks, longestWaitMs);
  return durable.enqueue(tx, 'recheckVersion', id, input, { waitMs });
}

interface Judged {
  answers: { question: JudgeQuestion; answer: JudgeAnswer }[];
  /** What all judgements of the engagement have cost. */
  spentUsd: number;
}

/** Tells whether a judge may answer: some model is connected, or the engine does not say. */
export async function mayBeJudged(
  tx: Transaction,
  { config, engine }: Pick<Services, 'config' | 'engine'>,
  tenantId: string,
): Promise<boolean> {
  if (await hasModelKey(tx, { config }, tenantId)) return true;
  try {
    return hasConnectedModel(await engine.listModels(null));
  } catch (error) {
    if (error instanceof EngineUnavailableError) return true;
    throw error;
  }
}

/** Asks a judge about a person's text within the budget, once per id; null while it may answer. */
async function askJudge(
  services: Pick<Services, 'database' | 'engine'>,
  tenantId: string,
  asked: {
    engagementId: string;
    judgementId: string;
    taskId: string | null;
    date: string;
    questions: JudgeQuestion[];
  },
): Promise<Judged | null> {
  const { engagementId, ...judgement } = asked;
  const { database, engine } = forAgents(services, engagementId);
  const [[engagement]] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
  ]);
  if (!engagement) return null;
  const { id, name, client, brief, budget_nano_usd: budgetNanoUsd } = engagement;
  const about = { id, name, client, brief, budgetUsd: nanoToUsd(budgetNanoUsd) };
  try {
    return readJudgement(await engine.judge(tenantId, { ...judgement, engagement: about }));
  } catch (error) {
    if (error instanceof EngineUnavailableError) return null;
    throw error;
  }
}

function readJudgement({ status, judged, judgingSpentUsd }: EngineJudgement): Judged | null {
  if (status !== 'completed' && status !== 'failed') return null;
  const answers = judged.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
  return { answers, spentUsd: judgingSpentUsd };
}
