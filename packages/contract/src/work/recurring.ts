import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { researchRefusals } from '../values/research-refusals.ts';
import { CostRange } from './plans.ts';
import { RunStarted } from './runs.ts';

/** The interval at which the sources of an engagement are read again. */
const schedulePeriods = ['week', 'month', 'quarter'] as const;
export type SchedulePeriod = (typeof schedulePeriods)[number];
const Period = Type.Enum([...schedulePeriods]);

export const ScheduleBody = Type.Object({
  every: Period,
  start: Type.String({
    maxLength: 40,
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
    description:
      'The first time, in the future: ISO 8601 with an offset, or a day, which begins at 00:00 UTC',
  }),
});
export type ScheduleBody = Static<typeof ScheduleBody>;

/** The times at which the sources of an engagement are read again. */
export const Schedule = Type.Object({
  every: Period,
  start: Timestamp,
  nextAt: Timestamp,
  createdBy: Nullable(
    Type.String({
      description: 'The person who set it and gets its mail; null if that person has left',
    }),
  ),
  createdAt: Timestamp,
});
export type Schedule = Static<typeof Schedule>;

/** Kinds of sources that are read again. */
const updateSourceKinds = ['page', 'attachment', 'query'] as const;
const Kind = Type.Enum([...updateSourceKinds]);

/** A source as documents cite it. */
export const UpdateSource = Type.Object({
  id: Id,
  title: Type.String({ description: 'The title that footnotes cite' }),
  url: Nullable(Type.String()),
  /** Time at which the copy that documents cite was read. Changes have it; null for a query. */
  readAt: Type.Optional(Nullable(Timestamp)),
});
export type UpdateSource = Static<typeof UpdateSource>;

/**
 * A check's finding. `same`: the cited words still stand; `gone`: the page no longer exists;
 * `unread`: nothing is known.
 */
const sourceOutcomes = ['same', 'changed', 'gone', 'unread'] as const;

/** A source that a check has read. */
export const CheckedSource = Type.Object({
  kind: Kind,
  source: UpdateSource,
  outcome: Type.Enum([...sourceOutcomes]),
  reason: Nullable(
    Type.Enum([...researchRefusals], { description: 'The reason why it could not be read' }),
  ),
  detail: Nullable(
    Type.String({ description: 'The host, status or limit that the reason is about' }),
  ),
});
export type CheckedSource = Static<typeof CheckedSource>;

/**
 * A change: the cited `words` went, a stated `figure` differs, the source is `gone`, the query's
 * `result` differs.
 */
export const updateChangeTypes = ['words', 'figure', 'gone', 'result'] as const;

/** A material change of a source, with the statements that rest on it. */
export const UpdateChange = Type.Object({
  kind: Kind,
  type: Type.Enum([...updateChangeTypes]),
  source: UpdateSource,
  newTitle: Nullable(
    Type.String({
      description:
        'The title that footnotes cite from now on; null if the check has stored nothing new',
    }),
  ),
  before: Type.String({ description: 'The words that stood at the cited place' }),
  after: Nullable(
    Type.String({ description: 'The words that stand there now; null if nothing like it does' }),
  ),
  documents: Type.Array(
    Type.Object({
      filename: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      section: Nullable(Type.String({ description: 'The heading; null for text without one' })),
      footnote: Nullable(Type.String()),
      claim: Type.String({ description: 'The sentence' }),
    }),
  ),
});
export type UpdateChange = Static<typeof UpdateChange>;

/** The states of a check: at work, without a material change, or the state of its proposal. */
const updateStatuses = [
  'checking',
  'unchanged',
  'proposed',
  'accepted',
  'dismissed',
  'replaced',
] as const;
export type UpdateStatus = (typeof updateStatuses)[number];

/** A check of an engagement's sources, with its proposal. */
export const EngagementUpdate = Type.Object({
  id: Id,
  dueAt: Timestamp,
  checkedAt: Nullable(Timestamp),
  status: Type.Enum([...updateStatuses]),
  sources: Type.Array(CheckedSource),
  changes: Type.Array(UpdateChange),
  cost: Nullable(CostRange),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Timestamp),
  runId: Nullable(Type.String({ description: 'The run that the accepted proposal has started' })),
});
export type EngagementUpdate = Static<typeof EngagementUpdate>;

/** Answer of accepting a proposal. */
export const UpdateAccepted = Type.Object({
  ...RunStarted.properties,
  documents: Type.Array(Type.Object({ filename: Type.String(), version: Type.Integer() }), {
    description: 'The latest versions that the run amends',
  }),
});
export type UpdateAccepted = Static<typeof UpdateAccepted>;

/** Limits the checks of one list, the newest. */
export const updateListLimit = 100;

const ofEngagement = { tag: 'Recurring', params: EngagementParams } as const;
const UpdateParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  updateId: Type.String({ maxLength: 100 }),
});

export const setSchedule = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/schedule',
  name: 'setSchedule',
  summary: 'Have the sources read again at intervals; replaces an earlier schedule',
  level: 'write',
  body: ScheduleBody,
  responses: { 201: Schedule },
});

export const getSchedule = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/schedule',
  name: 'getSchedule',
  summary: 'Read the schedule of the sources',
  responses: { 200: Type.Object({ schedule: Nullable(Schedule) }) },
});

export const deleteSchedule = defineEndpoint({
  ...ofEngagement,
  method: 'DELETE',
  path: '/api/engagements/:id/schedule',
  name: 'deleteSchedule',
  summary: 'End the schedule; its checks stay',
  level: 'write',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
});

export const listUpdates = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/updates',
  name: 'listUpdates',
  summary: 'List the checks of the sources and their proposals, newest first',
  responses: { 200: Type.Object({ updates: Type.Array(EngagementUpdate) }) },
});

export const acceptUpdate = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/updates/:updateId/accept',
  name: 'acceptUpdate',
  summary: 'Start one run that amends the sections concerned',
  params: UpdateParams,
  level: 'write',
  tier: 'engine',
  subscription: true,
  responses: { 200: UpdateAccepted },
  errors: [
    'update_decided',
    'update_outdated',
    'already_running',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
    'engine_error',
  ],
});

export const dismissUpdate = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/updates/:updateId/dismiss',
  name: 'dismissUpdate',
  summary: 'Leave the documents as they are; the same changes are not proposed again',
  params: UpdateParams,
  level: 'write',
  responses: { 200: EngagementUpdate },
  errors: ['update_decided'],
});
