import { type Static, Type } from 'typebox';
import { authorKinds, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { citationStates } from '../values/citations.ts';
import { Figure, KnownConflict } from '../values/figures.ts';
import { askBackHoursLimits } from '../values/limits.ts';
import { FailureReason, LogEntry } from '../values/run-facts.ts';
import { askBackModes, highestBudgetUsd, TaskConfiguration } from '../work/engagements.ts';
import { GridCell, GridColumn } from '../work/grids.ts';
import { updateChangeTypes } from '../work/recurring.ts';
import { WithoutTable } from '../work/tables.ts';
import { EngineEvent, engineRunStatuses } from './engine-events.ts';
import { EngineQuery, EngineTable, ResearchBounds } from './tool-access.ts';

/** A page of the calls to models of an engagement's runs. `next` is the cursor of the next page. */
export const EngineCalls = Type.Object({
  calls: Type.Array(
    Type.Object({
      runId: Type.String(),
      taskId: Nullable(Type.String()),
      purpose: Type.String(),
      agent: Type.String(),
      model: Type.String(),
      /** Null for a model that the engine no longer has. */
      provider: Type.Optional(Nullable(Type.String())),
      /** `settled`: answered and paid. `released`: not billed. `unknown`: perhaps billed. */
      status: Type.String(),
      createdAt: Timestamp,
      inputTokens: Type.Integer(),
      outputTokens: Type.Integer(),
      costNanoUsd: Type.Integer(),
      promptSha256: Nullable(Type.String()),
      answerSha256: Nullable(Type.String()),
    }),
  ),
  next: Nullable(Type.String()),
});
export type EngineCalls = Static<typeof EngineCalls>;

/** Limits the comments on a document that one run answers. */
export const maxRunComments = 60;

/** An open comment on a document, with its newest replies. */
export const OpenComment = Type.Object({
  id: Type.String({ maxLength: 100 }),
  /**
   * The words of the passage as they stand in the document. Null for a comment on all of it, or if
   * they went.
   */
  quote: Nullable(Type.String()),
  /** Heading of the section with the passage. */
  section: Nullable(Type.String()),
  body: Type.String(),
  /** Words that the author proposes for the quote. */
  suggestion: Nullable(Type.String()),
  authorKind: Type.Enum([...authorKinds]),
  replies: Type.Array(
    Type.Object({ authorKind: Type.Enum([...authorKinds]), body: Type.String() }),
    { maxItems: 20 },
  ),
});
export type OpenComment = Static<typeof OpenComment>;

/** A change of a source that a section of a document cites. A review has put it in words. */
const NotedChange = Type.Object({
  type: Type.Enum([...updateChangeTypes]),
  /** Title under which the document cites the source. */
  title: Type.String(),
  /** Title to cite from now on; null if nothing new is stored under another one. */
  newTitle: Nullable(Type.String()),
  /** Time at which the copy that the document cites was read. */
  readAt: Nullable(Timestamp),
  before: Type.String(),
  /** Null if the source says nothing like `before` any more, or no longer exists. */
  after: Nullable(Type.String()),
  /** Heading of the section; null for text before the first heading. */
  section: Nullable(Type.String()),
  footnotes: Type.Array(Type.String()),
  /** Number of the list item about it in the note of the review, from 1. */
  point: Type.Integer({ minimum: 1 }),
});
export type NotedChange = Static<typeof NotedChange>;

/** The change with the number of its note among the `reviewNotes` of the document, from 1. */
export const SourceChange = Type.Object({
  ...NotedChange.properties,
  note: Type.Integer({ minimum: 1 }),
});
export type SourceChange = Static<typeof SourceChange>;

const Status = Type.Enum([...engineRunStatuses]);

/**
 * Bounds on all images of a run together (`images`, `bytes`), and on each of them (`imageBytes`,
 * `edgePixels`).
 */
export const runImageLimits = {
  images: 20,
  bytes: 8_000_000,
  imageBytes: 1_000_000,
  edgePixels: 1_568,
};

const Edge = Type.Integer({ minimum: 1, maximum: runImageLimits.edgePixels });
/** Hexadecimal. */
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/**
 * A picture, or a page without text, for models that see. Its bytes are those of the file's page.
 */
const EngineImage = Type.Object({
  sha256: Sha256,
  mediaType: Type.Literal('image/jpeg'),
  width: Edge,
  height: Edge,
});

/** A part of an attachment: extracted text, or an image without text. */
const EngineSource = Type.Object({
  id: Type.String({ maxLength: 200 }),
  title: Type.String({ maxLength: 1000 }),
  location: Nullable(Type.String({ maxLength: 4000 })),
  text: Type.String(),
  images: Type.Optional(Type.Array(EngineImage, { maxItems: runImageLimits.images })),
});

const engagement = Type.Object({
  id: Type.String({ maxLength: 100 }),
  name: Type.String(),
  client: Type.String(),
  brief: Type.String(),
  /** The most that all runs of the engagement together may cost. */
  budgetUsd: Type.Number({ exclusiveMinimum: 0, maximum: highestBudgetUsd }),
  /** Id of the model that every writing call uses. Absent or null: the router chooses. */
  model: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  /** The conduct of agents that lack something decisive. Absent: they do not ask. */
  askBack: Type.Optional(Type.Enum([...askBackModes])),
  /** Time that a task waits for an answer. */
  askBackHours: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: askBackHoursLimits.maximum }),
  ),
  /** True if another provider's model objects to the synthesis before it is delivered. */
  adversary: Type.Optional(Type.Boolean()),
  approveAnswer: Type.Optional(Type.Boolean()),
});

/** A question that an agent of an earlier run asked. Agents do not ask it again. */
const EarlierQuestion = Type.Object({
  id: Type.String({ maxLength: 64 }),
  /** Null for a question of the planner about no single task. */
  taskId: Nullable(Type.String()),
  question: Type.String(),
  assumption: Type.String(),
  /** Null while nobody has answered. An answer is a source, cited as `Answer <id>`. */
  answer: Nullable(Type.Object({ text: Type.String(), by: Type.String(), at: Timestamp })),
});

const RunId = Type.String({ minLength: 1, maxLength: 100 });

const { value, unit, text, state } = GridCell.properties;

/** A grid of the engagement, which documents may cite as `Grid <id>`. */
export const EngineGrid = Type.Object({
  id: Type.String(),
  title: Type.String(),
  columns: Type.Array(GridColumn),
  rows: Type.Array(
    Type.Object({
      filename: Type.String(),
      cells: Type.Array(Type.Object({ value, unit, text, state })),
    }),
  ),
  /** Rows that are left out, because the grid is too large. */
  rowsLeftOut: Type.Integer({ minimum: 0 }),
});
export type EngineGrid = Static<typeof EngineGrid>;

/** A request to start a run. Repeating a runId changes nothing and returns the current run. */
export const StartRunRequest = Type.Object({
  runId: RunId,
  engagement,
  tasks: Type.Array(TaskConfiguration, { maxItems: 100 }),
  sources: Type.Array(EngineSource, { maxItems: 10_000 }),
  /** Number of images of the engagement that no source names. */
  imagesLeftOut: Type.Optional(Type.Integer({ minimum: 0 })),
  /**
   * The tables of the engagement, and access to them. Without `queryAccess`, agents have no table
   * tools.
   */
  tables: Type.Optional(Type.Array(EngineTable, { maxItems: 200 })),
  /**
   * The sheets and files of the engagement that give no table, so that agents know what the tables
   * do not hold.
   */
  withoutTable: Type.Optional(Type.Array(WithoutTable, { maxItems: 200 })),
  /** The newest recorded queries, which documents may cite as `Query <id>`. */
  queries: Type.Optional(Type.Array(EngineQuery, { maxItems: 400 })),
  /** The newest grids, which documents may cite as `Grid <id>`. */
  grids: Type.Optional(Type.Array(EngineGrid, { maxItems: 50 })),
  /** The newest questions of earlier runs, oldest first. */
  questions: Type.Optional(Type.Array(EarlierQuestion, { maxItems: 200 })),
  /** Access to the web by way of the platform. Absent: agents do no research. */
  research: Type.Optional(ResearchBounds),
  /** The figures of the latest documents of other tasks, for the ledger. */
  figures: Type.Optional(
    Type.Array(
      Type.Object({
        filename: Type.String(),
        version: Type.Integer(),
        figures: Type.Array(Figure),
      }),
      {
        maxItems: 200,
      },
    ),
  ),
  /** The open conflicts of sources and all settled ones, oldest first. */
  conflicts: Type.Optional(Type.Array(KnownConflict, { maxItems: 200 })),
  /** The latest versions of earlier deliverables, for reruns and for runs that repeat tasks. */
  previous: Type.Array(
    Type.Object({
      taskId: Type.String(),
      filename: Type.String(),
      version: Type.Integer(),
      content: Type.String(),
      /** The checked citations of that version, by footnote. */
      citations: Type.Optional(
        Type.Array(
          Type.Object({
            footnote: Nullable(Type.String()),
            claim: Type.String(),
            state: Type.Enum([...citationStates]),
          }),
        ),
      ),
      /** Notes of reviews that asked for a revision or rejected, oldest first. */
      reviewNotes: Type.Array(Type.String()),
      /** The open comments on the document that the run answers, oldest first. */
      comments: Type.Optional(Type.Array(OpenComment, { maxItems: maxRunComments })),
      /**
       * The changes of sources, as data, for which the run amends the document. Some notes state
       * them in words.
       */
      sourceChanges: Type.Optional(Type.Array(SourceChange)),
      /**
       * Indexes of the sections that stay byte for byte: a person wrote them, no note is about
       * them.
       */
      lockedSections: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      /** The files it was built on that have a newer version now. */
      outdated: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  /** When present, only this task is executed. */
  rerunTaskId: Nullable(Type.String()),
  /**
   * When present, only these tasks are executed, in the order of their graph. `rerunTaskId` is one
   * of them.
   */
  rerunTaskIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
  /**
   * Verdicts on the tenant's latest reviewed documents, by run and task. The router learns from
   * them.
   */
  reviewOutcomes: Type.Optional(
    Type.Array(
      Type.Object({
        runId: RunId,
        taskId: Type.String(),
        outcome: Type.Enum(['approved', 'revision_requested', 'rejected']),
      }),
      { maxItems: 500 },
    ),
  ),
});
export type StartRunRequest = Static<typeof StartRunRequest>;

/** Saved execution state. */
export const RunSnapshot = Type.Object({
  takenAt: Timestamp,
  lastEvent: Type.Integer(),
  estimatedCost: Usd,
  tasks: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), state: Type.String() })),
});
export type RunSnapshot = Static<typeof RunSnapshot>;

export const EngineRun = Type.Object({
  runId: Type.String(),
  status: Status,
  error: Nullable(Type.String()),
  failureReason: Nullable(FailureReason),
  estimatedCost: Usd,
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  /** The number of finished model calls. */
  steps: Type.Integer(),
  lastEvent: Type.Integer(),
  snapshot: Nullable(RunSnapshot),
});
export type EngineRun = Static<typeof EngineRun>;

/**
 * Answer of pause, resume and stop; `changed` is true for the one call that brought the run into
 * this state.
 */
export const ControlledEngineRun = Type.Object({
  ...EngineRun.properties,
  changed: Type.Boolean(),
});
export type ControlledEngineRun = Static<typeof ControlledEngineRun>;

/**
 * A page of events after a number. `waitMs` in the query delays the answer until there is an event.
 */
export const EventPage = Type.Object({
  events: Type.Array(EngineEvent),
  lastEvent: Type.Integer(),
  status: Status,
});
export type EventPage = Static<typeof EventPage>;

/** A page of log lines after an offset, oldest first; `total` counts all lines of the run. */
export const EngineLogs = Type.Object({
  entries: Type.Array(LogEntry),
  total: Type.Integer(),
  status: Status,
});
export type EngineLogs = Static<typeof EngineLogs>;

/**
 * Code of the 404 that says that the engine does not know the run. Only this one says so, not a 404
 * of a proxy.
 */
export const runNotFoundCode = 'run_not_found';

/**
 * The result of a tiny call to a model. An answer has a `refusal` of null and no `kind`; `kind`
 * names a failure in one word.
 */
export const EngineModelTest = Type.Object({
  ms: Type.Integer(),
  costNanoUsd: Type.Integer(),
  refusal: Nullable(Type.String()),
  kind: Type.Optional(Type.String()),
});
export type EngineModelTest = Static<typeof EngineModelTest>;
