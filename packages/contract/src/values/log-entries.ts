import { type Static, Type } from 'typebox';
import { Nullable, Timestamp } from '../declaring/scalars.ts';

const LogLevel = Type.Enum(['info', 'warning', 'error']);
export type LogLevel = Static<typeof LogLevel>;

/** The subject of a line of a run's log. */
const LogCode = Type.Enum([
  /** The tasks are planned or were given. */
  'plan_ready',
  'task_started',
  /** An agent has searched the sources. */
  'sources_searched',
  /** An agent has queried the tables of the engagement. */
  'tables_queried',
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
  /** A model used up its output limit without an answer: the call is made again with another limit or effort. */
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
  /** Written by an older release, which recorded the message alone. */
  'note',
]);
export type LogCode = Static<typeof LogCode>;

/** Content of a line of a run's log: facts for programs, and `message` for people, which no program reads. */
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
