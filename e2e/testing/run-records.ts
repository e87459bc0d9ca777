import { queryProduct } from './main-job.ts';

/** The records of one run in a product's database. No list may contain duplicates. */
export interface RunRecords {
  /** Attempts at model calls, in order. */
  calls: { call_key: string; attempt: number; status: string; answered: boolean; cost: number }[];
  eventNumbers: number[];
  eventKeys: string[];
  /** Each deliverable as `filename version`. */
  deliverables: string[];
  scores: string[];
  /** Webhook events as `event subject`. */
  outbox: string[];
}

/** Reads the records directly from the database, to include what the API does not show. */
export async function readRunRecords(dataDir: string, runId: string): Promise<RunRecords> {
  const rows = <Row extends Record<string, unknown>>(statement: string) =>
    queryProduct<Row>(dataDir, statement, [runId]);
  const events = await rows<{ seq: string; event_key: string }>(
    'select seq, event_key from engine.events where run_id = $1 order by seq',
  );
  const deliverables = await rows<{ label: string }>(
    `select filename || ' ' || version as label from platform.deliverables where run_id = $1 order by 1`,
  );
  const scores = await rows<{ task_id: string }>(
    'select task_id from platform.quality_scores where run_id = $1 order by task_id',
  );
  const outbox = await rows<{ label: string }>(
    `select event || ' ' || coalesce(data->>'filename', data->>'taskId', 'run') as label
      from platform.outbox_events where data->>'runId' = $1 order by 1`,
  );
  return {
    calls: await rows(
      `select call_key, attempt, status, answer is not null as answered, cost_nano_usd::float8 as cost
        from engine.model_calls where run_id = $1 order by created_at, call_key`,
    ),
    eventNumbers: events.map(({ seq }) => Number(seq)),
    eventKeys: events.map(({ event_key }) => event_key),
    deliverables: deliverables.map(({ label }) => label),
    scores: scores.map(({ task_id }) => task_id),
    outbox: outbox.map(({ label }) => label),
  };
}

/**
 * The records of a completed run of `threeTasks`, which must be the same after any number of
 * interruptions.
 */
export const completeRecords = {
  deliverables: [
    '_operations_review.md 1',
    '_run_report.md 1',
    'cost-model.md 1',
    'demand-analysis.md 1',
    'subscription-offer.md 1',
  ],
  scores: ['costs', 'demand', 'offer'],
  outbox: [
    'deliverable.ready cost-model.md',
    'deliverable.ready demand-analysis.md',
    'deliverable.ready subscription-offer.md',
    'engagement.completed run',
    'engagement.started run',
    'quality.scored costs',
    'quality.scored demand',
    'quality.scored offer',
  ],
};
