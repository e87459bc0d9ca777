import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import type { ErrorCode } from '../declaring/errors.ts';
import {
  Day,
  EngagementParams,
  Flag,
  Id,
  NameText,
  Nullable,
  RequiredText,
  Timestamp,
  Usd,
} from '../declaring/scalars.ts';
import {
  askBackHoursLimits,
  domainPattern,
  requestLimits,
  researchLimits,
} from '../values/limits.ts';
import { WaitingCounts } from '../values/notice-kinds.ts';
import { DeliverableRecord } from './deliverables.ts';
import { Run } from './runs.ts';

const engagementStatuses = ['pending', 'running', 'paused', 'completed', 'failed'] as const;
export const EngagementStatus = Type.Enum([...engagementStatuses]);
export type EngagementStatus = (typeof engagementStatuses)[number];

/** Limits of an engagement. */
export const engagementLimits = {
  name: 200,
  client: 200,
  brief: 100_000,
  budgetUsd: 10_000,
  tasks: 100,
} as const;
/** The highest budget that an operator can allow (MAX_BUDGET_USD). */
export const highestBudgetUsd = 1_000_000;

/**
 * What an agent does if something decisive is missing: not ask, go on from an assumption, or wait.
 */
export const askBackModes = ['off', 'assume', 'wait'] as const;
export type AskBack = (typeof askBackModes)[number];

const domain = Type.String({ maxLength: researchLimits.domainLength, pattern: domainPattern });
/** The bounds of agents' research on the web. */
const ResearchSettings = Type.Object({
  enabled: Type.Boolean(),
  domains: Type.Array(domain, {
    maxItems: researchLimits.domains,
    description: 'The only domains that agents read, with their subdomains; empty for all',
  }),
  maxPages: Type.Integer({
    minimum: 1,
    maximum: researchLimits.maximumPages,
    description: 'Most pages of a run',
  }),
});

const taskFields = {
  id: Type.String({ minLength: 1, maxLength: 100 }),
  name: NameText(200),
  agent: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  description: Type.Optional(Type.String({ maxLength: 20_000 })),
  dependsOn: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
  ),
  synthesis: Type.Optional(
    Type.Boolean({
      description: 'True for the task that writes the decision paper from all other documents',
    }),
  ),
};

/** A task as stored. Unknown fields are stored unchanged. */
export const TaskConfiguration = Type.Object(taskFields, { additionalProperties: true });
export type TaskConfiguration = Static<typeof TaskConfiguration>;

/** A task in a request. An absent `id` is generated. */
export const TaskInput = Type.Object(
  { ...taskFields, id: Type.Optional(taskFields.id) },
  { additionalProperties: true },
);
export type TaskInput = Static<typeof TaskInput>;

/** The person who is responsible for an engagement. */
const EngagementOwner = Type.Object({
  id: Id,
  name: Type.String({ description: 'Name, or else the address' }),
});

/** The person in charge of an engagement, and the day on which it is due. */
export const responsibility = { owner: Nullable(EngagementOwner), dueDate: Nullable(Day) };

const engagementFields = {
  id: Id,
  tenantId: Id,
  name: Type.String(),
  client: Type.String(),
  slug: Type.String(),
  brief: Type.String(),
  budget: Usd,
  tasks: Type.Array(TaskConfiguration),
  status: EngagementStatus,
  createdAt: Timestamp,
  archivedAt: Nullable(Timestamp),
  model: Nullable(
    Type.String({
      description:
        'Id of the model that writes every document; null lets the engine choose for each task',
    }),
  ),
  askBack: Type.Enum([...askBackModes]),
  askBackHours: Type.Number({ description: 'Time that a task waits for an answer' }),
  research: ResearchSettings,
  adversary: Type.Boolean({
    description:
      "True when another provider's model objects to the synthesis before it is delivered",
  }),
  approveAnswer: Type.Boolean({
    description: 'True when a run waits until a person has approved its answer',
  }),
  library: Type.Boolean({
    description: "True when agents may use the cards of the firm's library",
  }),
  ownerId: Nullable(Id),
  ...responsibility,
  sample: Type.Boolean({ description: 'True for the finished sample of the workspace' }),
};
export const Engagement = Type.Object(engagementFields);
export type Engagement = Static<typeof Engagement>;

/** An engagement with its runs, its deliverables, and what waits in it. */
export const EngagementDetail = Type.Object({
  ...engagementFields,
  runs: Type.Array(Run),
  deliverables: Type.Array(DeliverableRecord),
  waiting: WaitingCounts,
});
export type EngagementDetail = Static<typeof EngagementDetail>;

const model = Nullable(
  Type.String({
    maxLength: 200,
    description: 'Id of a model of `GET /api/models`; null lets the engine choose for each task',
  }),
);
/** Fields of an engagement that say what its agents may do. */
const conduct = {
  askBack: Type.Optional(Type.Enum([...askBackModes])),
  askBackHours: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: askBackHoursLimits.maximum }),
  ),
  research: Type.Optional(
    Type.Object({
      enabled: Type.Boolean(),
      domains: Type.Optional(ResearchSettings.properties.domains),
      maxPages: Type.Optional(ResearchSettings.properties.maxPages),
    }),
  ),
  adversary: Type.Optional(Type.Boolean()),
  approveAnswer: Type.Optional(Type.Boolean()),
  library: Type.Optional(Type.Boolean()),
};
/** Fields of an engagement that may change during a run, because no agent reads them. */
const assignment = {
  ownerId: Type.Optional(
    Nullable(Type.String({ maxLength: 100, description: 'Id of a member; null for nobody' })),
  ),
  dueDate: Type.Optional(Nullable(Day)),
};
const budget = Type.Number({ exclusiveMinimum: 0, maximum: highestBudgetUsd });
const tasks = Type.Array(TaskInput, { maxItems: engagementLimits.tasks });

export const CreateEngagementBody = Type.Object({
  name: NameText(engagementLimits.name),
  client: NameText(engagementLimits.client),
  brief: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: engagementLimits.brief,
      pattern: '\\S',
      description: 'Required unless `templateId` is given',
    }),
  ),
  budget: Type.Optional(budget),
  tasks: Type.Optional(tasks),
  model: Type.Optional(model),
  ...conduct,
  ...assignment,
  templateId: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 100,
        description: 'Template that gives the default brief, budget, tasks and approveAnswer',
      }),
    ),
  ),
});
export type CreateEngagementBody = Static<typeof CreateEngagementBody>;

export const UpdateEngagementBody = Type.Object(
  {
    name: Type.Optional(NameText(engagementLimits.name)),
    client: Type.Optional(NameText(engagementLimits.client)),
    brief: Type.Optional(RequiredText(engagementLimits.brief)),
    budget: Type.Optional(budget),
    tasks: Type.Optional(tasks),
    model: Type.Optional(model),
    ...conduct,
    ...assignment,
  },
  { minProperties: 1 },
);
export type UpdateEngagementBody = Static<typeof UpdateEngagementBody>;

export const ListEngagementsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(EngagementStatus),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  include_archived: Flag,
});
export type ListEngagementsQuery = Static<typeof ListEngagementsQuery>;

/** Errors of tasks. `engine_error` is possible because the engine holds the roster of agents. */
export const taskErrors = [
  'unknown_agent',
  'task_cycle',
  'unknown_dependency',
  'duplicate_task',
  'engine_error',
] as const satisfies ErrorCode[];

export const listEngagements = defineEndpoint({
  method: 'GET',
  path: '/api/engagements',
  name: 'listEngagements',
  summary: 'List engagements, newest first',
  tag: 'Engagements',
  engagementKeyAccess: 'open',
  query: ListEngagementsQuery,
  responses: { 200: Type.Array(Engagement) },
});

export const createEngagement = defineEndpoint({
  method: 'POST',
  path: '/api/engagements',
  name: 'createEngagement',
  summary: 'Create an engagement',
  tag: 'Engagements',
  level: 'write',
  subscription: true,
  body: CreateEngagementBody,
  bodyErrors: [
    { fields: ['name', 'client', 'brief'], code: 'engagement_fields_required', when: 'missing' },
  ],
  responses: { 201: Engagement },
  errors: [
    'not_found',
    'budget_too_high',
    'engagement_limit_reached',
    'unknown_model',
    'unknown_owner',
    'research_not_configured',
    ...taskErrors,
  ],
});

export const openSample = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/sample',
  name: 'openSample',
  summary: 'Get the finished sample of the workspace, which is made at the first request',
  tag: 'Engagements',
  level: 'write',
  responses: { 201: Engagement },
  errors: ['storage_limit_exceeded'],
});

export const getEngagement = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id',
  name: 'getEngagement',
  summary: 'Read an engagement with its runs and deliverables',
  tag: 'Engagements',
  params: EngagementParams,
  query: Type.Object({
    deliverables: Type.Optional(Type.Boolean({ description: 'False leaves the deliverables out' })),
  }),
  link: '`<address>; rel="related"` of the list of deliverables, when the answer omits older versions',
  responses: { 200: EngagementDetail },
});

export const updateEngagement = defineEndpoint({
  method: 'PATCH',
  path: '/api/engagements/:id',
  name: 'updateEngagement',
  summary: 'Edit an engagement; during a run only its owner and due date',
  tag: 'Engagements',
  level: 'write',
  params: EngagementParams,
  body: UpdateEngagementBody,
  responses: { 200: Engagement },
  errors: [
    'budget_too_high',
    'engagement_locked',
    'unknown_model',
    'unknown_owner',
    'research_not_configured',
    ...taskErrors,
  ],
});

export const deleteEngagement = defineEndpoint({
  method: 'DELETE',
  path: '/api/engagements/:id',
  name: 'deleteEngagement',
  summary: 'Delete an engagement with its runs and deliverables',
  tag: 'Engagements',
  level: 'write',
  params: EngagementParams,
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['engagement_running'],
});

/**
 * The form of an engagement, filled with words of a request. What could not be read off is empty or
 * null.
 */
export const RequestDraft = Type.Object({
  name: Type.String(),
  client: Type.String(),
  brief: Type.String({ maxLength: engagementLimits.brief }),
  tasks: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), description: Type.String() }),
    {
      description: 'Empty when the request enumerates none; the planner then proposes them',
    },
  ),
  dueDate: Nullable(Day),
  truncated: Type.Boolean({ description: 'True when the request is longer than a brief may be' }),
  attachedFiles: Type.Array(Type.String(), {
    description: 'Names of the files that the mail has attached, none of which is read',
  }),
});
export type RequestDraft = Static<typeof RequestDraft>;

export const DraftFromTextBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: requestLimits.characters, pattern: '\\S' }),
});
export type DraftFromTextBody = Static<typeof DraftFromTextBody>;

export const draftFromText = defineEndpoint({
  method: 'POST',
  path: '/api/engagement-drafts',
  name: 'draftFromText',
  summary: 'Read a pasted request or mail into the draft of an engagement; nothing is stored',
  tag: 'Engagements',
  level: 'write',
  body: DraftFromTextBody,
  responses: { 200: RequestDraft },
  errors: ['text_too_complex'],
});

/**
 * multipart/form-data: `file` (required), at most 10 MB: a mail (.eml), or a type of attachments
 * that has text.
 */
export const draftFromFile = defineEndpoint({
  method: 'POST',
  path: '/api/engagement-drafts/file',
  name: 'draftFromFile',
  summary: 'Read a file with a request into the draft of an engagement; nothing is stored',
  tag: 'Engagements',
  level: 'write',
  multipart: { file: 'file', fields: {} },
  responses: { 200: RequestDraft },
  errors: [
    'text_too_complex',
    'file_required',
    'file_type_unsupported',
    'file_content_mismatch',
    'file_too_large',
    'request_unreadable',
  ],
});
