import { type Static, type TSchema, Type } from 'typebox';
import { Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { Citation, CitationCounts } from '../values/citations.ts';
import { Figure, NotedValue } from '../values/figures.ts';
import { NoteAnswer, Objection } from '../values/review-answers.ts';
import {
  FailureReason,
  logFields,
  RunPattern,
  runPhases,
  stepKinds,
  TaskFailureReason,
} from '../values/run-facts.ts';
import { CriterionScore, RunAnalytics } from '../work/runs.ts';

export const engineRunStatuses = ['running', 'paused', 'completed', 'failed'] as const;
export type EngineRunStatus = (typeof engineRunStatuses)[number];
const Status = Type.Enum([...engineRunStatuses]);

const event = <const T extends string, P extends Record<string, TSchema>>(type: T, data: P) =>
  Type.Object({
    /** The number of the event in its run: 1, 2, 3 … without gaps. */
    seq: Type.Integer({ minimum: 1 }),
    timestamp: Timestamp,
    type: Type.Literal(type),
    ...data,
  });

export const EngineTask = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  agent: Type.String(),
  dependsOn: Type.Array(Type.String()),
  filename: Type.String(),
  synthesis: Type.Optional(Type.Boolean()),
  kind: Type.Optional(
    Type.String({ description: 'The kind of its document, by which it is outlined and scored' }),
  ),
});

/** The events of a run: numbered, stored and replayable. */
export const EngineEvent = Type.Union([
  event('status', {
    status: Status,
    error: Nullable(Type.String()),
    failureReason: Nullable(FailureReason),
  }),
  event('cost', {
    estimated_cost: Usd,
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    /** The part of `input_tokens` that a provider read from its cache. */
    cached_input_tokens: Type.Integer(),
    steps: Type.Integer(),
    /**
     * The call that was paid; it shows the progress of its task. `taskId` is null for the planner's
     * calls.
     */
    call: Type.Optional(
      Type.Object({
        taskId: Nullable(Type.String()),
        agent: Type.String(),
        purpose: Type.String(),
        /** False for an unusable answer, which is paid too. */
        answered: Type.Boolean(),
        cost: Usd,
      }),
    ),
  }),
  event('log', logFields),
  /** `planned` is true when the engine planned the tasks from the brief. */
  event('plan', { planned: Type.Boolean(), tasks: Type.Array(EngineTask) }),
  event('task_started', {
    taskId: Type.String(),
    taskName: Type.String(),
    agent: Type.String(),
    model: Type.String(),
  }),
  event('delegation', {
    taskId: Type.String(),
    from: Type.String(),
    to: Type.String(),
    question: Type.String(),
    answer: Type.Optional(Type.String()),
    cost: Usd,
    /** 1: the lead asked; 2: a consulted colleague asked. */
    depth: Type.Optional(Type.Integer()),
    /** True when the run's record gave the answer at no cost. */
    reused: Type.Optional(Type.Boolean()),
  }),
  /** The stream that people watch omits `content`. `taskId` is null on internal files. */
  event('deliverable', {
    taskId: Nullable(Type.String()),
    filename: Type.String(),
    wordCount: Type.Integer(),
    content: Type.Optional(Type.String()),
    /** How many citations are in each state. Absent on internal files. */
    citationCounts: Type.Optional(CitationCounts),
    /** The checked citations. Internal files and the stream that people watch omit them. */
    citations: Type.Optional(Type.Array(Citation)),
    /** The figures of the document, for the ledger. Absent as `citations` are. */
    figures: Type.Optional(Type.Array(Figure)),
    /** Ids of the questions whose assumptions the document rests on. */
    assumptions: Type.Optional(Type.Array(Type.String())),
    /** The adversary's objections with the writer's answers. */
    objections: Type.Optional(Type.Array(Objection)),
    /**
     * The earlier version that the task was given, with the sections of it that stay as they are.
     */
    base: Type.Optional(
      Type.Object({ version: Type.Integer(), locked: Type.Array(Type.Integer()) }),
    ),
    /**
     * How an amended document answers the reviewers' notes; left out of the stream that people
     * watch.
     */
    noteAnswers: Type.Optional(Type.Array(NoteAnswer)),
  }),
  /**
   * A question to people. With `dueAt`, the task waits until then; without it, it goes on from the
   * assumption.
   */
  event('question', {
    questionId: Type.String(),
    taskId: Nullable(Type.String()),
    agent: Type.String(),
    question: Type.String(),
    assumption: Type.String(),
    impact: Type.String(),
    dueAt: Nullable(Timestamp),
  }),
  /** Nobody answered in time, so that the task goes on from the assumption. */
  event('question_assumed', { questionId: Type.String() }),
  /** A step of an agent, for people: what it read, computed, asked or decided. */
  event('step', {
    taskId: Nullable(Type.String()),
    phase: Type.Enum([...runPhases]),
    agent: Type.String(),
    kind: Type.Enum([...stepKinds]),
    text: Type.String({ description: 'One sentence' }),
    entryId: Nullable(Type.String({ description: 'The entry of the notebook that it made' })),
  }),
  /** Sources say differently what `about` names. A run reports each conflict once. */
  event('conflict', {
    conflictId: Type.String(),
    taskId: Nullable(Type.String()),
    agent: Type.String(),
    about: Type.String(),
    values: Type.Array(NotedValue),
  }),
  /** All that is left of the run waits for answers. It goes on with an answer, or at `until`. */
  event('waiting', { until: Timestamp }),
  event('score', {
    taskId: Type.String(),
    taskName: Type.String(),
    score: Type.Number(),
    rubricType: Type.String(),
    rubricVersion: Type.Integer(),
    feedback: Type.String(),
    criteria: Type.Array(CriterionScore),
    offline: Type.Optional(
      Type.Boolean({ description: 'True for the offline model, which counts and judges nothing' }),
    ),
  }),
  /** A completed task without a score; `reason` is a sentence for people. */
  event('unscored', { taskId: Type.String(), taskName: Type.String(), reason: Type.String() }),
  event('task_complete', {
    taskId: Type.String(),
    taskName: Type.String(),
    status: Type.Enum(['completed', 'failed', 'skipped']),
    error: Nullable(Type.String()),
    failureReason: Nullable(TaskFailureReason),
    cost: Usd,
  }),
  event('library_entry', { title: Type.String(), jsonData: RunPattern }),
  event('analytics', { analytics: RunAnalytics }),
]);
export type EngineEvent = Static<typeof EngineEvent>;
export type EngineEventType = EngineEvent['type'];
type WithoutNumber<E> = E extends unknown ? Omit<E, 'seq' | 'timestamp'> : never;
/** An event before it gets its number. */
export type EngineEventOf<T extends EngineEventType> = WithoutNumber<
  Extract<EngineEvent, { type: T }>
>;

/**
 * A piece of a document in progress, sent without a number and never stored. Another `call` of a
 * task begins anew; `offset` counts characters.
 */
export const WritingEvent = Type.Object({
  timestamp: Timestamp,
  type: Type.Literal('writing'),
  taskId: Type.String(),
  call: Type.String(),
  purpose: Type.Enum(['draft', 'revise', 'repair']),
  offset: Type.Integer({ minimum: 0 }),
  text: Type.String(),
});
export type WritingEvent = Static<typeof WritingEvent>;
