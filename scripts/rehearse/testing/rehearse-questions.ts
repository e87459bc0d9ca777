import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { isOver, ofType } from '../../../apps/engine/testing/engine-client.ts';
import type { TestEngine } from '../../../apps/engine/testing/start-test-engine.ts';
import { type RehearsalCase, readCases } from '../read-cases.ts';
import { scoreQuestions } from '../scoring/score-questions.ts';

/** The cases with planted gaps, and those without any. */
export const questionCases = await readCases(fileURLToPath(new URL('../questions/cases/', import.meta.url)));
const lanes = 4;

/** The questions of a model over all cases. */
export interface AskedRuns {
  /** Gaps that nobody asked about, as `case: gap`. */
  missed: string[];
  /** Questions about no gap, as `case: question`. */
  needless: string[];
  /** Share of the gaps that were asked about. */
  share: number;
  /** Needless questions a run. */
  perRun: number;
}

/** Makes the run of a case with a model; its attachments, all of text, become sources. */
export async function requestOf(one: RehearsalCase, model: string): Promise<StartRunRequest> {
  const { name, client, brief = '', tasks = [] } = one.engagement;
  const runId = `${one.name}-${model.replace(/\W/g, '-')}`;
  const sources = await Promise.all(
    one.attachments.map(async (path, at) => {
      return { id: `source-${at}`, title: basename(path), location: null, text: await readFile(path, 'utf8') };
    }),
  );
  return {
    runId,
    engagement: { id: runId, name, client, brief, budgetUsd: 5, model, askBack: 'assume' },
    tasks: tasks.map(({ id, name: taskName, description }, at) => {
      return { id: id ?? `task-${at}`, name: taskName, description: description ?? taskName };
    }),
    ...{ sources, previous: [], rerunTaskId: null },
  };
}

/**
 * Runs every case with a model in an engine, some at a time, and adds up what was asked. Throws if a run fails, or if a
 * document does not name the question on whose assumption it rests.
 */
export async function rehearseQuestions(engine: TestEngine, model: string): Promise<AskedRuns> {
  const waiting = [...questionCases];
  const missed: string[] = [];
  const needless: string[] = [];
  const runOne = async (one: RehearsalCase) => {
    const request = await requestOf(one, model);
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver, { deadlineMs: 120_000 });
    const last = events.at(-1);
    if (last?.type !== 'status' || last.status !== 'completed') throw new Error(`${one.name} has failed`);
    const asked = ofType(events, 'question').map(({ question }) => question);
    const given = { brief: request.engagement.brief, language: one.key.language };
    const score = scoreQuestions(asked, one.key.gaps ?? [], given);
    missed.push(...score.gaps.filter(({ hit }) => !hit).map(({ id }) => `${one.name}: ${id}`));
    needless.push(...score.needless.map((question) => `${one.name}: ${question}`));
    const resting = new Set(ofType(events, 'deliverable').flatMap(({ assumptions = [] }) => assumptions));
    if (resting.size !== asked.length) throw new Error(`${one.name}: documents rest on ${resting.size} assumptions`);
  };
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await runOne(one);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  const gaps = questionCases.flatMap(({ key }) => key.gaps ?? []).length;
  return {
    missed: missed.sort(),
    needless,
    share: (gaps - missed.length) / gaps,
    perRun: needless.length / questionCases.length,
  };
}
