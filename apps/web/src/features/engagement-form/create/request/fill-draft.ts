import { attachmentExtensions, extensionOf } from '@ecp/contract/work/attachment-types';
import type { RequestDraft } from '@ecp/contract/work/engagements';
import type { EngagementDraft } from '../../../../domain/engagement-draft/engagement-draft.ts';

/** The fields that a request may fill, in the order of the form. */
export type FilledField = 'name' | 'client' | 'brief' | 'tasks' | 'dueDate';

/** Fills a draft with what was read off a request. Fields of which nothing was found stay as they are. */
export function fillDraft(
  draft: EngagementDraft,
  { name, client, brief, tasks, dueDate }: RequestDraft,
): EngagementDraft {
  return {
    ...draft,
    ...(name !== '' && { name }),
    ...(client !== '' && { client }),
    ...(brief !== '' && { brief, templateId: null }),
    ...(tasks.length > 0 && { tasks }),
    ...(dueDate !== null && { dueDate }),
  };
}

/** Puts back the fields that a request has filled. Those that a person has changed since then stay as they are. */
export function undoFill(draft: EngagementDraft, before: EngagementDraft, after: EngagementDraft): EngagementDraft {
  return {
    ...draft,
    ...(draft.name === after.name && { name: before.name }),
    ...(draft.client === after.client && { client: before.client }),
    ...(draft.brief === after.brief && { brief: before.brief, templateId: before.templateId }),
    ...(draft.tasks === after.tasks && { tasks: before.tasks }),
    ...(draft.dueDate === after.dueDate && before.dueDate !== after.dueDate && { dueDate: before.dueDate ?? '' }),
  };
}

/** Tells which fields were found in a request, and which were not. Tasks may be missing: the planner proposes them. */
export function listFound(read: RequestDraft): { found: FilledField[]; missing: Exclude<FilledField, 'tasks'>[] } {
  const plain = (['name', 'client', 'brief', 'dueDate'] as const).map(
    (field) => [field, Boolean(read[field])] as const,
  );
  const found = plain.flatMap(([field, isFound]): FilledField[] => (isFound ? [field] : []));
  const missing = plain.flatMap(([field, isFound]) => (isFound ? [] : [field]));
  return { found: read.tasks.length > 0 ? [...found, 'tasks'] : found, missing };
}

/** Returns the file to attach for a request: a mail, which cannot be attached, as the text that was read of it. */
export function toAttachment(file: File, { brief }: RequestDraft): File {
  if (attachmentExtensions.includes(extensionOf(file.name))) return file;
  return new File([brief], file.name.replace(/\.[^.]*$/, '.txt'), { type: 'text/plain' });
}
