import { type Static, Type } from 'typebox';
import { Id, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';

/**
 * Why a run failed, for programs; `error` is for people (docs/requirements/runs.md). Null if not
 * recorded.
 */
export const FailureReason = Type.Enum([
  /** Stop Run: `error` is `Stopped by user`. */
  'stopped',
  /** No further call fits into the budget: `error` is `Budget exhausted: spent $X of $Y`. */
  'budget_exhausted',
  /**
   * The workspace has spent what a day allows: `error` is `The workspace has reached its limit of
   * today: spent $X of $Y`.
   */
  'tenant_spend_limit',
  'tasks_failed',
  /** The planner gave no answer, or found no task in the brief. */
  'planning_failed',
  /** The task to run again is no longer in the engagement. */
  'task_missing',
  /** The engine could not be reached, or refused the run. */
  'start_failed',
  /** The engine no longer knows the run. */
  'engine_lost',
  /** A text of the run took more time or memory than one text may take. */
  'text_too_complex',
  /** Two processes of the engine ended at the same place of the run. */
  'processes_lost',
  'internal_error',
]);
export type FailureReason = Static<typeof FailureReason>;

/**
 * The limit of money that no further call fits into: the engagement's budget, or what a workspace
 * may spend on a day.
 */
export type SpendLimit = Extract<FailureReason, 'budget_exhausted' | 'tenant_spend_limit'>;

/** Why a grid has stopped or failed. */
export const GridFailureReason = Type.Enum(
  ['budget_exceeded', 'tenant_spend_limit', 'engine_refused'],
  {
    description: 'Null for a grid that is answered, or that a person has stopped',
  },
);
export type GridFailureReason = Static<typeof GridFailureReason>;

/** A failed run's reason with its sentence for people. */
export interface RunFailure {
  reason: FailureReason;
  message: string;
}

/** Why a task failed or was skipped, for programs. */
export const TaskFailureReason = Type.Enum([
  'budget_exhausted',
  /** The workspace has spent what a day allows. */
  'tenant_spend_limit',
  /** A call that the task needs got no answer. */
  'call_failed',
  /** A task that it depends on did not complete. */
  'dependency_failed',
  /** The run ended before the task could start. */
  'run_ended',
  /** A text of the task took more time or memory than one text may take. */
  'text_too_complex',
  'internal_error',
]);
export type TaskFailureReason = Static<typeof TaskFailureReason>;

const Score = Nullable(Type.Number({ description: '0 to 100' }));
const Milliseconds = Type.Number({ description: 'Milliseconds' });

/** How a task of a run ended. `not_started` means that the run ended before it. */
const patternTaskStates = [
  'completed',
  'failed',
  'exhausted',
  'stopped',
  'skipped',
  'not_started',
] as const;

/** A task of a run: its part in the pattern and how it turned out. */
export const PatternTask = Type.Object({
  position: Type.Integer({ description: 'Place in the pattern, from 1' }),
  name: Type.String(),
  kind: Type.String(),
  agent: Type.String({ description: 'Slug' }),
  dependsOn: Type.Array(Type.Integer(), { description: 'Positions' }),
  state: Type.Enum([...patternTaskStates]),
  model: Nullable(Type.String()),
  observerScore: Score,
  score: Score,
  rubricType: Nullable(Type.String()),
  rubricVersion: Nullable(Type.Integer()),
  criteria: Type.Array(Type.Object({ id: Type.String(), score: Type.Number() })),
  wordCount: Nullable(Type.Integer()),
  costUsd: Usd,
  durationMs: Nullable(Milliseconds),
});
export type PatternTask = Static<typeof PatternTask>;

/**
 * What a run leaves to later ones: division, verdicts and costs of work, without brief, feedback or
 * client's name.
 */
export const RunPattern = Type.Object({
  formatVersion: Type.Literal(1),
  engagementId: Id,
  runId: Id,
  planned: Type.Boolean({ description: 'The engine made the tasks from the brief' }),
  offlineModel: Type.Boolean({ description: 'A model without a provider had a part in it' }),
  tasks: Type.Array(PatternTask),
  rubrics: Type.Array(
    Type.Object({ rubricType: Type.String(), tasks: Type.Integer(), averageScore: Type.Number() }),
  ),
  models: Type.Array(
    Type.Object({
      model: Type.String(),
      tasks: Type.Integer(),
      averageScore: Score,
      averageObserverScore: Score,
      costUsd: Usd,
    }),
  ),
  totals: Type.Object({
    tasks: Type.Integer(),
    completed: Type.Integer(),
    averageScore: Score,
    costUsd: Usd,
    durationMs: Milliseconds,
  }),
});
export type RunPattern = Static<typeof RunPattern>;

const LogLevel = Type.Enum(['info', 'warning', 'error']);
export type LogLevel = Static<typeof LogLevel>;

/** The subject of a line of a run's log. */
/** The phases of a run, in their order. */
export const runPhases = [
  'plan',
  'analysis',
  'challenge',
  'approval',
  'writing',
  'editing',
  'anchoring',
  'check',
  'repair',
  'scores',
] as const;
export type RunPhase = (typeof runPhases)[number];

/** What a step of an agent does; `note` for one without a kind of its own. */
export const stepKinds = [
  'read',
  'query',
  'code',
  'search',
  'page',
  'passage',
  'conflict',
  'question',
  'objection',
  'answer',
  'note',
] as const;
export type StepKind = (typeof stepKinds)[number];

const LogCode = Type.Enum([
  /** The tasks are planned or were given. */
  'plan_ready',
  'task_started',
  /** An agent has searched the sources. */
  'sources_searched',
  /** An agent has queried the tables of the engagement. */
  'tables_queried',
  /** An agent has recorded a fact, a passage or the answer. */
  'workspace_changed',
  /** The lead has submitted no answer, so that its last words are the answer. */
  'answer_in_words',
  /** An agent has worked out formulas. */
  'calculated',
  /** An agent has asked people. */
  'question_asked',
  /** An agent has reported what sources say differently. */
  'conflict_noted',
  /** An agent has searched the web, or the search was refused. */
  'web_searched',
  /** An agent has read a page, or the page was refused. */
  'page_read',
  /** Everything left of the run waits for answers. */
  'run_waiting',
  /** A query that a document cites could not be run again, or its result has changed. */
  'query_not_verified',
  /** The sources are searched without vectors. */
  'vectors_missing',
  /** A model has asked for a tool in a way that cannot be answered. */
  'tool_refused',
  'colleague_asked',
  /** A question was answered from the run's record. */
  'answer_reused',
  'question_refused',
  /** A call to a model has failed and is made again. */
  'call_retried',
  /** A call goes on with another model, because one has failed twice. */
  'model_left',
  /** A model's context is too small: the material of a call is shortened. */
  'material_shortened',
  /**
   * A model used up its output limit without an answer: the call is made again with another limit
   * or effort.
   */
  'output_limit_raised',
  /** An optional call could not be had. The message says what the document lacks for it. */
  'call_left_out',
  /** Attached images were not read, because no model that sees them is configured. */
  'images_not_read',
  /** Issues of the observer quote sentences that the draft does not have. */
  'issues_dropped',
  /** A document has reached the model's output limit. */
  'document_cut',
  'document_written',
  'citations_checked',
  /** The writer has mended sentences that did not pass the check. */
  'document_repaired',
  'task_completed',
  'task_failed',
  'task_skipped',
]);
export type LogCode = Static<typeof LogCode>;

/**
 * Content of a line of a run's log: facts for programs, and `message` for people, which no program
 * reads.
 */
export const logFields = {
  level: LogLevel,
  code: LogCode,
  /** Slug; null for the run itself. */
  agent: Nullable(Type.String()),
  taskId: Nullable(Type.String()),
  message: Type.String(),
};

/** One line of a run's log. */
export const LogEntry = Type.Object({ timestamp: Timestamp, ...logFields });
export type LogEntry = Static<typeof LogEntry>;
