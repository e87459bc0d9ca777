import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, NameText, Nullable, RequiredText, Timestamp, Usd } from '../declaring/scalars.ts';
import {
  engagementLimits,
  highestBudgetUsd,
  TaskConfiguration,
  TaskInput,
  taskErrors,
} from './engagements.ts';

/** A template. `tenantId` is null for system templates. */
export const Template = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  brief: Type.String(),
  budget: Usd,
  tasks: Type.Array(TaskConfiguration),
  options: Type.Object({}, { additionalProperties: true }),
  approveAnswer: Type.Boolean({
    description:
      'True when a run of an engagement from it waits until a person approves its answer',
  }),
  isSystem: Type.Boolean(),
  tenantId: Nullable(Id),
  createdAt: Timestamp,
});
export type Template = Static<typeof Template>;

export const CreateTemplateBody = Type.Object({
  name: NameText(engagementLimits.name),
  description: RequiredText(10_000),
  brief: RequiredText(engagementLimits.brief),
  budget: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: highestBudgetUsd })),
  tasks: Type.Optional(Type.Array(TaskInput, { maxItems: engagementLimits.tasks })),
  options: Type.Optional(Type.Object({}, { additionalProperties: true })),
  approveAnswer: Type.Optional(Type.Boolean()),
  engagementId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The engagement that it is saved from: the template is behind the walls of that engagement',
    }),
  ),
});
export type CreateTemplateBody = Static<typeof CreateTemplateBody>;

/** `limit` counts the tenant's own templates. The first page includes all system templates. */
export const ListTemplatesQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListTemplatesQuery = Static<typeof ListTemplatesQuery>;

const tag = 'Templates';
const one = { tag, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) } as const;

export const listTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/templates',
  name: 'listTemplates',
  summary: 'List the system templates and the tenant’s own',
  tag,
  query: ListTemplatesQuery,
  responses: { 200: Type.Object({ templates: Type.Array(Template) }) },
});

export const createTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/templates',
  name: 'createTemplate',
  summary: 'Save a template',
  tag,
  level: 'write',
  body: CreateTemplateBody,
  responses: { 201: Type.Object({ template: Template }) },
  errors: [...taskErrors, 'budget_too_high', 'not_found', 'template_limit_reached'],
});

export const getTemplate = defineEndpoint({
  ...one,
  method: 'GET',
  path: '/api/templates/:id',
  name: 'getTemplate',
  summary: 'Read a template',
  responses: { 200: Type.Object({ template: Template }) },
  errors: ['not_found'],
});

export const deleteTemplate = defineEndpoint({
  ...one,
  method: 'DELETE',
  path: '/api/templates/:id',
  name: 'deleteTemplate',
  summary: 'Delete a template of the tenant',
  level: 'write',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found', 'system_template'],
});
