import type pg from 'pg';

/** Steps by kind. A step is work that a replay does not repeat, because it has a durable record. */
export interface StepCounts {
  /** Answered calls, but those of plans and scores, which are steps themselves. */
  modelCalls: number;
  /** Events of the ends of tasks. */
  tasks: number;
  /** Events that are records: plans, choices of a task's model, documents, scores and ends of runs. */
  plans: number;
  models: number;
  documents: number;
  scores: number;
  ends: number;
}

/** Counts the steps of all runs in an engine's database. */
export async function countSteps(pool: pg.Pool): Promise<StepCounts> {
  const { rows } = await pool.query<StepCounts>(selectSteps);
  const [stored] = rows;
  if (!stored) throw new Error('Postgres returned no counts');
  return stored;
}

/** Returns how many steps of each kind were added for each of `runs` runs. */
export function stepsOfEach(runs: number, before: StepCounts, after: StepCounts): StepCounts {
  return ofEachKind((kind) => (after[kind] - before[kind]) / runs);
}

/** Returns the mean of each kind. */
export function meanSteps(counts: readonly StepCounts[]): StepCounts {
  return ofEachKind((kind) => counts.reduce((sum, count) => sum + count[kind], 0) / counts.length);
}

const ofEachKind = (countOf: (kind: keyof StepCounts) => number): StepCounts => ({
  modelCalls: countOf('modelCalls'),
  tasks: countOf('tasks'),
  plans: countOf('plans'),
  models: countOf('models'),
  documents: countOf('documents'),
  scores: countOf('scores'),
  ends: countOf('ends'),
});

const selectSteps = `select
    (select count(*)::integer from engine.model_calls
      where answer is not null and purpose not in ('plan', 'evaluate')) as "modelCalls",
    count(*) filter (where type = 'task_complete')::integer as tasks,
    count(*) filter (where type = 'plan')::integer as plans,
    count(*) filter (where type = 'task_started')::integer as models,
    count(*) filter (where starts_with(event_key, 'deliverable:'))::integer as documents,
    count(*) filter (where type in ('score', 'unscored'))::integer as scores,
    count(*) filter (where event_key = 'end')::integer as ends
  from engine.events`;
