import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  DeliverableParams,
  EngagementParams,
  Flag,
  GivenTime,
  Id,
  Nullable,
  RequiredText,
  Timestamp,
} from '../declaring/scalars.ts';
import { CitationCounts, DeliverableCitations } from '../values/citations.ts';
import { footnoteErrors, TeamFootnotes } from '../values/footnote-queries.ts';
import {
  ClientDecision,
  ClientDecisions,
  NoteAnswer,
  Objection,
} from '../values/review-answers.ts';
import { RunStarted } from './runs.ts';

const approvalStatuses = ['pending_review', 'approved', 'revision_requested', 'rejected'] as const;
export const ApprovalStatus = Type.Enum([...approvalStatuses]);
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const reviewActions = ['approve', 'request_revision', 'reject'] as const;
export type ReviewAction = (typeof reviewActions)[number];

/**
 * Result of the check of a version's citations; null when there was no check, as for internal
 * files.
 */
const citations = Nullable(CitationCounts);

/** The number of a version's figures that another latest document gives otherwise. */
const conflicts = Type.Integer({ minimum: 0 });

/**
 * The run that made a version, null for a person's, and the score that a model gave, null without
 * one.
 */
const judgement = {
  runId: Nullable(Id),
  score: Nullable(Type.Number({ description: '0 to 100' })),
};

const versionOrigins = ['agent', 'human', 'import'] as const;
export type VersionOrigin = (typeof versionOrigins)[number];

/** The maker of a version: an agent in a run, a person, or a person by the import of a file. */
const writing = {
  origin: Type.Enum([...versionOrigins]),
  editedBy: Nullable(Author),
  note: Nullable(Type.String({ description: 'What the writer says about the change' })),
};

/**
 * A section of a version, from its heading to the next one. `version` is the one in which its
 * author wrote it.
 */
export const SectionOfVersion = Type.Object({
  heading: Nullable(
    Type.String({ description: 'Without number signs; null for text above the first heading' }),
  ),
  level: Type.Integer({ minimum: 0, maximum: 6, description: '0 without a heading' }),
  author: Author,
  version: Type.Integer({ minimum: 1 }),
  locked: Type.Boolean({ description: 'True if reruns keep its bytes, unless a note is about it' }),
});
export type SectionOfVersion = Static<typeof SectionOfVersion>;

/** An approval of a version by a member; the approval by a key is that of its maker. */
export const Approval = Type.Object({
  by: Type.String({ description: 'Name of `author`' }),
  at: Timestamp,
  author: Author,
});
export type Approval = Static<typeof Approval>;

/** The approvals of a version that count, and how many it needs. */
const signOff = {
  approvals: Type.Array(Approval, { description: 'Each member once, in the order of time' }),
  approvalsNeeded: Type.Integer({ minimum: 1, maximum: 3, description: 'As the policy is now' }),
};

/** The one for whose version another may have to approve. */
const authorId = Nullable(
  Type.String({
    description: 'The member who wrote the version or ordered its run; null if nobody knows',
  }),
);

const recordFields = {
  id: Id,
  engagementId: Id,
  taskId: Nullable(Type.String()),
  filename: Type.String(),
  content: Type.String({ description: 'Markdown' }),
  version: Type.Integer({ minimum: 1 }),
  wordCount: Type.Integer(),
  createdAt: Timestamp,
  approvalStatus: ApprovalStatus,
  reviewedAt: Nullable(Timestamp),
  reviewedBy: Nullable(Type.String({ description: 'Display name of who gave the latest review' })),
  reviewAuthor: Nullable(Author),
  citations,
  ...writing,
};
/** A deliverable. `taskId` is null on internal files, which belong to no single task. */
export const DeliverableRecord = Type.Object(recordFields);
export type DeliverableRecord = Static<typeof DeliverableRecord>;

/** An outdated version that another version was built on. */
export const StaleCause = Type.Object({
  taskId: Type.String(),
  filename: Type.String(),
  usedVersion: Type.Integer(),
  latestVersion: Type.Integer(),
});
export type StaleCause = Static<typeof StaleCause>;

/** An answered question on whose assumption a version rests. */
export const AnsweredAssumption = Type.Object({
  questionId: Type.String(),
  question: Type.String(),
});
export type AnsweredAssumption = Static<typeof AnsweredAssumption>;

/** The outdated versions and answered assumptions that a version was built on. */
const staleness = {
  stale: Type.Boolean(),
  staleBecause: Type.Array(StaleCause),
  answeredAssumptions: Type.Array(AnsweredAssumption),
};

/**
 * How a version answers the notes on the one before it, in their order. Empty if it was not made
 * from notes.
 */
const noteAnswers = Type.Array(NoteAnswer);

/** The objections of another provider's model to a version, with the writer's answers. */
const objections = Type.Array(Objection);

export const DeliverableDetail = Type.Object({
  ...recordFields,
  conflicts,
  noteAnswers,
  objections,
  ...signOff,
  authorId,
  sections: Type.Array(SectionOfVersion),
  clientDecision: ClientDecision,
  clientDecisions: ClientDecisions,
  ...staleness,
});
export type DeliverableDetail = Static<typeof DeliverableDetail>;

export const DeliverableListItem = Type.Object({
  id: Id,
  filename: Type.String(),
  version: Type.Integer(),
  wordCount: Type.Integer(),
  taskId: Nullable(Type.String()),
  createdAt: Timestamp,
  ...judgement,
  ...writing,
  citations,
  conflicts,
  approvalStatus: ApprovalStatus,
  ...signOff,
  authorId,
  clientDecision: ClientDecision,
  clientDecisions: ClientDecisions,
  ...staleness,
});

export const Review = Type.Object({
  action: Type.Enum([...reviewActions]),
  notes: Nullable(Type.String()),
  reviewedBy: Type.String(),
  reviewedAt: Timestamp,
  author: Author,
  /** The reason for approving in spite of open citations. */
  overrideReason: Nullable(Type.String()),
});

export const DeliverableVersions = Type.Object({
  versions: Type.Array(
    Type.Object({
      id: Id,
      version: Type.Integer(),
      wordCount: Type.Integer(),
      createdAt: Timestamp,
      approvalStatus: ApprovalStatus,
      ...signOff,
      authorId,
      ...judgement,
      ...writing,
      citations,
      noteAnswers,
      clientDecision: ClientDecision,
      clientDecisions: ClientDecisions,
      reviews: Type.Array(Review),
      ...staleness,
    }),
  ),
});

/** A version number in a request. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_000_000_000 });

/**
 * `version` and `lastReviewedAt` are what the reviewer saw; another state is refused. `override`
 * lets admins approve open citations.
 */
export const ReviewBody = Type.Object({
  action: Type.Enum([...reviewActions]),
  notes: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
  version: Type.Optional(VersionNumber),
  lastReviewedAt: Type.Optional(Nullable(GivenTime)),
  comments: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 200,
      uniqueItems: true,
      description:
        'With request_revision: the open comments that the rerun answers; without it all of them',
    }),
  ),
  override: Type.Optional(
    Type.Object({ reason: Type.Optional(Type.String({ maxLength: 2_000 })) }),
  ),
});
export type ReviewBody = Static<typeof ReviewBody>;

export const ReviewResult = Type.Object({
  deliverableId: Id,
  approvalStatus: ApprovalStatus,
  ...signOff,
  reviewedAt: Timestamp,
  reviewedBy: Type.String(),
  author: Author,
  citations,
  openCitations: Type.Integer({
    minimum: 0,
    description: 'Citations with a fault or without a source; unjudged ones are not among them',
  }),
});

/** Answer of a stale rerun: the tasks that are executed, each after its dependencies. */
export const StaleRerunStarted = Type.Object({
  ...RunStarted.properties,
  tasks: Type.Array(
    Type.Object({ taskId: Type.String(), name: Type.String(), filename: Type.String() }),
  ),
});
export type StaleRerunStarted = Static<typeof StaleRerunStarted>;

const named = { params: DeliverableParams, tag: 'Deliverables' } as const;

export const listDeliverables = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/deliverables',
  name: 'listDeliverables',
  summary: 'List all versions of the deliverables, newest first',
  tag: 'Deliverables',
  params: EngagementParams,
  query: Type.Object({ include_internal: Flag }),
  responses: { 200: Type.Array(DeliverableListItem) },
});

export const getDeliverable = defineEndpoint({
  ...named,
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename',
  name: 'getDeliverable',
  summary: 'Read a deliverable, by default its latest version',
  query: Type.Object({ version: Type.Optional(VersionNumber), footnotes: TeamFootnotes }),
  queryErrors: footnoteErrors,
  responses: { 200: DeliverableDetail },
  errors: ['text_too_complex'],
});

export const listDeliverableVersions = defineEndpoint({
  ...named,
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/versions',
  name: 'listDeliverableVersions',
  summary: 'List the versions of a deliverable with their reviews, highest first',
  responses: { 200: DeliverableVersions },
});

export const listCitations = defineEndpoint({
  ...named,
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/citations',
  name: 'listCitations',
  summary: 'List the checked citations of a deliverable, by default of its latest version',
  query: Type.Object({ version: Type.Optional(VersionNumber) }),
  responses: { 200: DeliverableCitations },
});

export const diffDeliverable = defineEndpoint({
  ...named,
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/diff',
  name: 'diffDeliverable',
  summary: 'Read the unified diff of two versions',
  query: Type.Object({ from: VersionNumber, to: VersionNumber }),
  responses: {
    200: Type.Object({ from: Type.Integer(), to: Type.Integer(), diff: Type.String() }),
  },
  errors: ['text_too_complex'],
});

export const reviewDeliverable = defineEndpoint({
  ...named,
  method: 'POST',
  path: '/api/engagements/:id/deliverables/:filename/review',
  name: 'reviewDeliverable',
  summary: 'Review the latest version',
  level: 'write',
  body: ReviewBody,
  bodyErrors: [{ fields: ['action'], code: 'invalid_review_action' }],
  responses: { 200: ReviewResult },
  errors: [
    'not_latest_version',
    'comment_not_open',
    'reviewed_meanwhile',
    'citations_open',
    'override_reason_required',
    'admin_access_required',
    'author_may_not_approve',
  ],
});

export const rerunDeliverable = defineEndpoint({
  ...named,
  method: 'POST',
  path: '/api/engagements/:id/deliverables/:filename/rerun',
  name: 'rerunDeliverable',
  summary: 'Run the task of a deliverable again with the reviewer’s notes',
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: RunStarted },
  errors: [
    'already_running',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
    'engine_error',
  ],
});

export const rerunStale = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/:id/rerun-stale',
  name: 'rerunStale',
  summary:
    'Rerun, in one run, the tasks whose deliverables were built on outdated versions or answered assumptions',
  tag: 'Deliverables',
  params: EngagementParams,
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: StaleRerunStarted },
  errors: [
    'already_running',
    'nothing_stale',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
    'engine_error',
  ],
});

/**
 * Bounds on what a person writes, in characters of a document and of a note, and on the drafts of a
 * person.
 */
export const writingLimits = { content: 500_000, note: 2_000, drafts: 200 };

/** The text of a version. The platform stores line feeds only. */
const Content = RequiredText(writingLimits.content);

/**
 * `baseVersion` is the version that the writer has changed. The write is refused if it is not the
 * latest.
 */
export const EditBody = Type.Object({
  content: Content,
  baseVersion: VersionNumber,
  note: Type.Optional(Nullable(Type.String({ maxLength: writingLimits.note }))),
});
export type EditBody = Static<typeof EditBody>;

/** `section` is the index in `sections` of the latest version, and `heading` the heading there. */
export const SectionLockBody = Type.Object({
  section: Type.Integer({ minimum: 0, maximum: 10_000 }),
  heading: Nullable(Type.String({ maxLength: 10_000 })),
  locked: Type.Boolean(),
});
export type SectionLockBody = Static<typeof SectionLockBody>;

export const Draft = Type.Object({
  content: Type.String(),
  baseVersion: Type.Integer(),
  savedAt: Timestamp,
});

/**
 * `others` are the people who have saved a draft of the file within two minutes: they are editing
 * it now.
 */
export const DraftState = Type.Object({
  draft: Nullable(Draft),
  others: Type.Array(
    Type.Object({ author: Author, savedAt: Timestamp, baseVersion: Type.Integer() }),
  ),
  latestVersion: Type.Integer({ minimum: 1 }),
});
export type DraftState = Static<typeof DraftState>;
const own = { ...named, credentials: 'session', level: 'write' } as const;

export const editDeliverable = defineEndpoint({
  ...named,
  method: 'PUT',
  path: '/api/engagements/:id/deliverables/:filename',
  name: 'editDeliverable',
  summary: 'Write the next version of a deliverable',
  level: 'write',
  body: EditBody,
  responses: { 201: DeliverableDetail },
  errors: ['text_too_complex', 'not_latest_version', 'nothing_changed'],
});

/**
 * A request whose `baseVersion` is not the latest version is refused. Without one, any latest
 * version is replaced.
 */
export const restoreDeliverable = defineEndpoint({
  ...named,
  method: 'POST',
  path: '/api/engagements/:id/deliverables/:filename/restore',
  name: 'restoreDeliverable',
  summary: 'Make the text of an earlier version the next version',
  level: 'write',
  body: Type.Object({ version: VersionNumber, baseVersion: Type.Optional(VersionNumber) }),
  responses: { 201: DeliverableDetail },
  errors: ['text_too_complex', 'not_latest_version', 'nothing_changed'],
});

export const lockSection = defineEndpoint({
  ...named,
  method: 'PATCH',
  path: '/api/engagements/:id/deliverables/:filename/sections',
  name: 'lockSection',
  summary: 'Lock a section of the latest version against reruns, or unlock it',
  level: 'write',
  body: SectionLockBody,
  responses: { 200: Type.Object({ sections: Type.Array(SectionOfVersion) }) },
  errors: ['section_changed'],
});

export const getDraft = defineEndpoint({
  ...own,
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/draft',
  name: 'getDraft',
  summary: 'Read your draft of a deliverable, and who else is editing it',
  responses: { 200: DraftState },
});

export const saveDraft = defineEndpoint({
  ...own,
  method: 'PUT',
  path: '/api/engagements/:id/deliverables/:filename/draft',
  name: 'saveDraft',
  summary: 'Save your draft of a deliverable',
  body: Type.Object({ content: Content, baseVersion: VersionNumber }),
  responses: { 200: DraftState },
  errors: ['draft_limit_reached'],
});

export const deleteDraft = defineEndpoint({
  ...own,
  method: 'DELETE',
  path: '/api/engagements/:id/deliverables/:filename/draft',
  name: 'deleteDraft',
  summary: 'Discard your draft of a deliverable',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
});
