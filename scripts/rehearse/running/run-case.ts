import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isOpen } from '@ecp/contract/values/citation-counts';
import { detectLanguage } from '@ecp/language/detect-language';
import { saveDeliverables } from '../../demo/save-deliverables.ts';
import { type Session, signUp } from '../../demo/sign-up.ts';
import type { RehearsalCase } from '../read-cases.ts';
import type { CaseReport } from '../report/report-file.ts';
import { scorePapers } from '../scoring/score-papers.ts';
import { scoreQuestions } from '../scoring/score-questions.ts';
import { type FollowedRun, followCase } from './follow-case.ts';

/** A case to run, with the address of the product and the limits. */
export interface CaseRun {
  sample: RehearsalCase;
  baseUrl: string;
  budgetUsd: number;
  timeLimitMs: number;
  /** The folder for its deliverables. It is emptied first. */
  folder: string;
  /** Stops the run; what is written by then is kept. */
  signal: AbortSignal;
}

/** The time for calls to the product after the time limit of the run. */
const callsAfterwardsMs = 60_000;

/**
 * Runs a case in a tenant of its own, so that no case learns from another, and scores what it wrote. A run that fails
 * or is stopped is a result, too. Throws an `ApiError` or a `ConnectionError` when the product refuses or is gone.
 */
export async function runCase(run: CaseRun): Promise<CaseReport> {
  const { sample, budgetUsd } = run;
  const session = await signUp(run.baseUrl, AbortSignal.timeout(run.timeLimitMs + callsAfterwardsMs));
  const startedMs = performance.now();
  const { signal } = session;
  const { id } = await session.client.createEngagement({ ...sample.engagement, budget: budgetUsd }, { signal });
  for (const path of sample.attachments) {
    const file = new File([await readFile(path)], basename(path));
    await session.client.uploadAttachment({ id, file }, { signal });
  }
  const followed = await followCase(session, id, run);
  const wallMs = performance.now() - startedMs;
  return { ...(await describeOutcome(session, id, { run, followed })), wallMs: Math.round(wallMs) };
}

async function describeOutcome(
  session: Session,
  id: string,
  { run, followed }: { run: CaseRun; followed: FollowedRun },
): Promise<Omit<CaseReport, 'wallMs'>> {
  const { client, signal } = session;
  const { sample } = run;
  const [saved, quality, analytics, { entries }] = await Promise.all([
    saveDeliverables(session, id, run.folder),
    client.getRunQuality({ id }, { signal }),
    client.getRunAnalytics({ id }, { signal }),
    client.getRunLogs({ id }, { signal }),
  ]);
  const papers = await Promise.all(saved.map(async ({ path }) => ({ path, text: await readFile(path, 'utf8') })));
  const count = (level: string) => countEach(entries.filter((entry) => entry.level === level).map(({ code }) => code));
  return {
    case: sample.name,
    fingerprint: sample.fingerprint,
    outcome: followed.outcome,
    reason: followed.reason,
    documents: papers.length,
    score: scorePapers(
      papers.map(({ text }) => text),
      sample.key,
    ),
    ...(await scoreAsked(session, id, sample)),
    citations: await countCitations(
      session,
      id,
      papers.map(({ path }) => basename(path)),
    ),
    evaluatorScores: quality.scores.map(({ score }) => score),
    observerScores: analytics.modelRouting.flatMap(({ observerScore }) => observerScore ?? []),
    budgetUsd: run.budgetUsd,
    costUsd: followed.costUsd,
    inputTokens: followed.inputTokens,
    cachedInputTokens: followed.cachedInputTokens,
    outputTokens: followed.outputTokens,
    warnings: count('warning'),
    errors: count('error'),
    wrongLanguage: papers
      .filter(({ text }) => detectLanguage(text) !== sample.key.language)
      .map(({ path }) => basename(path)),
  };
}

/** Scores the questions of a run if the key of its case has gaps. */
async function scoreAsked({ client, signal }: Session, id: string, { key, engagement }: RehearsalCase) {
  if (key.gaps === undefined) return {};
  const { questions } = await client.listQuestions({ id }, { signal });
  const asked = questions.map(({ question }) => question);
  return { questions: scoreQuestions(asked, key, engagement.brief) };
}

async function countCitations({ client, signal }: Session, id: string, filenames: string[]) {
  const lists = await Promise.all(filenames.map((filename) => client.listCitations({ id, filename }, { signal })));
  const all = lists.flatMap(({ citations }) => citations);
  const states = countEach(all.map(({ state }) => state));
  return { checked: all.length, notVerified: all.filter(isOpen).length, states };
}

function countEach(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
