import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listCitedQueries } from '@ecp/evidence/cited-queries';
import type { PromptOutputs, Rubric } from '@ecp/model-calls/prompt-types';
import { type TaskKind, taskKinds } from '@ecp/model-calls/task-kinds';
import Type from 'typebox';
import { parse } from 'yaml';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import { findConflicts, readConflicts, readDocumentFigures } from '../../evidence/ledger.ts';
import { emitTogether, eventStatement, type RunRef } from '../../kernel/events.ts';
import { briefOf, type EngineTask, readRun } from '../../kernel/runs.ts';
import { checkFileShape, readShippedFiles, type ShippedFile } from '../../kernel/shipped-files.ts';
import { taskDifficulty } from '../../routing/estimates.ts';
import { judgeModels } from '../../routing/judges.ts';
import { outcomeStatement } from '../../routing/route-task.ts';
import { readKeptQueries } from '../../tools/queries.ts';
import { deliverableKey } from '../calling/task-record.ts';

/**
 * Scores a deliverable and emits `score` or `unscored` once. Returns false if the run was stopped.
 */
export async function evaluateDeliverable(
  services: EngineServices,
  run: RunRef & { engagementId: string },
  task: EngineTask,
  content: string,
): Promise<boolean> {
  const { database, rubrics, roster, models, signals } = services;
  const { tenantId, runId, engagementId } = run;
  const rubric = rubrics[task.kind];
  const outcome = await makeCall(services, {
    tenantId,
    runId,
    engagementId,
    taskId: task.id,
    callKey: `${task.id}/evaluate`,
    purpose: 'evaluate',
    agentSlug: roster.evaluator.slug,
    models: judgeModels(models),
    difficulty: taskDifficulty(task),
    gather: async () => {
      const stored = await readRun(database, run);
      const documents = await readDocumentFigures(database, stored, {
        upTo: deliverableKey(task.id),
      });
      const open = await readConflicts(database, stored, { before: deliverableKey(task.id) });
      const conflicts = findConflicts(documents, open, task.filename);
      const recorded = await readKeptQueries(database, run, [task.id, ...task.dependsOn]);
      const known = [...(stored.input.queries ?? []), ...recorded];
      const cited = listCitedQueries(content, known);
      const queries = known.filter(({ id }) => cited.has(id));
      const sourceTitles = [...new Set(stored.input.sources.map(({ title }) => title))];
      return {
        engagement: briefOf(stored),
        task,
        agent: roster.evaluator,
        deliverable: content,
        rubric,
        conflicts,
        queries,
        sourceTitles,
      };
    },
  });
  if (outcome.outcome === 'stopped') return false;
  const about = { taskId: task.id, taskName: task.name };
  if (outcome.outcome === 'answered') {
    const { criteria, feedback } = outcome.answer;
    const score = weightedScore(rubric, criteria);
    const { type: rubricType, version: rubricVersion } = rubric;
    const marks = describeMarks(rubric, criteria);
    const counted = judgeModels(models).every(({ provider }) => provider === 'local') && {
      offline: true,
    };
    const judged = { score, rubricType, rubricVersion, feedback, criteria: marks, ...counted };
    await emitTogether(services, tenantId, [
      eventStatement(run, `score:${task.id}`, { type: 'score', ...about, ...judged }),
      outcomeStatement(run, task.id, { evaluatorScore: score }),
    ]);
  } else {
    const reason = outcome.message;
    await emitTogether(services, tenantId, [
      eventStatement(run, `unscored:${task.id}`, { type: 'unscored', ...about, reason }),
      eventStatement(run, `log:unscored:${task.id}`, {
        type: 'log',
        level: 'warning',
        code: 'call_left_out',
        agent: roster.evaluator.slug,
        taskId: task.id,
        message: `${task.name}: the document has no score. ${reason}`,
      }),
    ]);
  }
  signals.notify(runId);
  return true;
}

export type Marks = PromptOutputs['evaluate']['criteria'];

interface DescribedMark {
  id: string;
  name: string;
  score: number;
  weight: number;
  comment: string;
}

/**
 * Returns the weighted mean of the criteria, 0 to 100 with one decimal. Each criterion must have a
 * mark.
 */
export function weightedScore(rubric: Rubric, marks: Marks): number {
  const sum = describeMarks(rubric, marks).reduce(
    (total, { score, weight }) => total + score * weight,
    0,
  );
  const weights = rubric.criteria.reduce((total, { weight }) => total + weight, 0);
  return Math.round((sum / weights) * 10) / 10;
}

/**
 * Returns marks with names and weights, because rubrics change. Throws if a criterion has no mark.
 */
export function describeMarks(rubric: Rubric, marks: Marks): DescribedMark[] {
  return rubric.criteria.map(({ id, name, weight }) => {
    const mark = marks[id];
    if (!mark) throw new Error(`The criterion ${id} of the rubric ${rubric.type} has no mark`);
    return { id, name, score: mark.score, weight, comment: mark.comment };
  });
}

const rubricSchema = Type.Object(
  {
    type: Type.Enum(taskKinds),
    version: Type.Integer({ minimum: 1 }),
    criteria: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }),
          name: Type.String({ minLength: 1, maxLength: 60 }),
          description: Type.String({ minLength: 40, maxLength: 1200 }),
          weight: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 4, maxItems: 6 },
    ),
  },
  { additionalProperties: false },
);

const shippedDirectory = fileURLToPath(new URL('./rubrics/', import.meta.url));

function parseRubricFile(file: ShippedFile): Rubric {
  const name = basename(file.path);
  const rubric = checkFileShape(file.path, rubricSchema, parse(file.text));
  if (rubric.type !== file.stem)
    throw new Error(`${name}: type: must be "${file.stem}", the name of the file`);
  const ids = rubric.criteria.map((criterion) => criterion.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`${name}: criteria: id "${twice}" is used twice`);
  const total = rubric.criteria.reduce((sum, criterion) => sum + criterion.weight, 0);
  if (Math.abs(total - 1) > 1e-9)
    throw new Error(`${name}: criteria: weights add up to ${total}, not 1`);
  return rubric;
}

/**
 * Reads and checks a folder's rubrics. Throws an Error that names the file and field, or the kind
 * without one.
 */
export async function loadRubrics(
  directory: string = shippedDirectory,
): Promise<Readonly<Record<TaskKind, Rubric>>> {
  const byKind = new Map(
    (await readShippedFiles(directory, '.yaml')).map(parseRubricFile).map((r) => [r.type, r]),
  );
  const requireKind = (kind: TaskKind): Rubric => {
    const rubric = byKind.get(kind);
    if (!rubric) throw new Error(`rubrics: ${kind}.yaml is missing`);
    return rubric;
  };
  return {
    research: requireKind('research'),
    analysis: requireKind('analysis'),
    strategy: requireKind('strategy'),
    plan: requireKind('plan'),
    creative: requireKind('creative'),
    financial: requireKind('financial'),
    general: requireKind('general'),
    synthesis: requireKind('synthesis'),
  };
}
