import { type EngagementDraft, isDraft, toBody } from '../../../domain/engagement-draft/engagement-draft.ts';

/** An engagement that is being edited. Both are kept, so that what was changed here is known after days, too. */
export interface EngagementEdit {
  /** As it was when the editing began. */
  begun: EngagementDraft;
  draft: EngagementDraft;
}

type EngagementBody = ReturnType<typeof toBody>;

/**
 * Fields that were changed since the editing began and differ from what is stored, as the service takes them: what
 * somebody else changes meanwhile is left alone.
 */
export function findChanges({ begun, draft }: EngagementEdit, stored: EngagementDraft): Partial<EngagementBody> {
  const next = toBody(draft);
  const others = [toBody(begun), toBody(stored)];
  const changed = Object.entries(next).filter(([field, value]) =>
    others.every((other) => JSON.stringify(value) !== JSON.stringify(Reflect.get(other, field))),
  );
  return Object.fromEntries(changed);
}

/** Reads what was kept in the browser; null for anything else. */
export function readEdit(text: string): EngagementEdit | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const [begun, draft]: unknown[] = [Reflect.get(kept, 'begun'), Reflect.get(kept, 'draft')];
  return isDraft(begun) && isDraft(draft) ? { begun, draft } : null;
}
