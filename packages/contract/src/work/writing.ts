import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { DeliverableParams, Nullable, RequiredText, Timestamp } from '../declaring/scalars.ts';
import { Author } from '../values/authors.ts';
import { DeliverableDetail, SectionOfVersion, VersionNumber } from './deliverables.ts';

/** Bounds on what a person writes, in characters of a document and of a note, and on the drafts of a person. */
export const writingLimits = { content: 500_000, note: 2_000, drafts: 200 };

/** The text of a version. The platform stores line feeds only. */
const Content = RequiredText(writingLimits.content);

/** `baseVersion` is the version that the writer has changed. The write is refused if it is not the latest. */
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

/** The text that a person has written and not saved as a version. */
export const Draft = Type.Object({ content: Type.String(), baseVersion: Type.Integer(), savedAt: Timestamp });

/** `others` are the people who have saved a draft of the file within two minutes: they are editing it now. */
export const DraftState = Type.Object({
  draft: Nullable(Draft),
  others: Type.Array(Type.Object({ author: Author, savedAt: Timestamp, baseVersion: Type.Integer() })),
  latestVersion: Type.Integer({ minimum: 1 }),
});
export type DraftState = Static<typeof DraftState>;

const named = { params: DeliverableParams, tag: 'Deliverables' } as const;
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

/** A request whose `baseVersion` is not the latest version is refused. Without one, any latest version is replaced. */
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
