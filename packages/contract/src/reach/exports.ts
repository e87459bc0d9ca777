import { Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, EngagementParams, Flag } from '../declaring/scalars.ts';

/** The reader of an export. A client's copy leaves out what is meant for the team only (contract 17). */
export const exportAudiences = ['team', 'client'] as const;
export type ExportAudience = (typeof exportAudiences)[number];
export const Audience = Type.Optional(
  Type.Enum([...exportAudiences], { description: 'Who reads it; `team` by default' }),
);

const pdf = {
  method: 'GET',
  tag: 'PDF',
  engagementMissing: 'engagement_not_found',
  query: Type.Object({ include_provenance: Flag, audience: Audience }),
  responses: { 200: 'application/pdf' },
} as const;

/** The minimum role is viewer, so every role and key has access (ACS-8). */
export const exportEngagement = defineEndpoint({
  ...pdf,
  path: '/api/engagements/:id/export/pdf',
  name: 'exportEngagement',
  summary: 'Export the latest versions of all deliverables as one report (PDF), for the team or for a client',
  params: EngagementParams,
  errors: ['text_too_complex', 'not_found', 'insufficient_permissions', 'no_deliverables', 'document_too_large'],
});

export const exportDeliverable = defineEndpoint({
  ...pdf,
  path: '/api/engagements/:id/deliverables/:filename/export/pdf',
  name: 'exportDeliverable',
  summary: 'Export the latest version of one deliverable as a PDF, for the team or for a client',
  params: DeliverableParams,
  errors: ['text_too_complex', 'not_found', 'insufficient_permissions', 'deliverable_not_found', 'document_too_large'],
});

/** A sample report with an unsaved branding. An absent parameter uses the saved value; an empty one means none. */
export const previewBranding = defineEndpoint({
  method: 'GET',
  path: '/api/account/branding/preview',
  name: 'previewBranding',
  summary: 'Export a sample report with an unsaved branding as a PDF',
  tag: 'Branding',
  level: 'admin',
  query: Type.Object({
    companyName: Type.Optional(Type.String({ maxLength: 200 })),
    primaryColor: Type.Optional(Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$', maxLength: 7 })),
  }),
  responses: { 200: 'application/pdf' },
});
