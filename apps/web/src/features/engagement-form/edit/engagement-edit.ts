import { type EngagementDraft, isDraft, toBody } from '../../../domain/engagement-draft/engagement-draft.ts';

/** An engagement that is being edited. Both states are stored, so that the changes are known even days later. */
export interface EngagementEdit {
  /** State when the editing started. */
  begun: EngagementDraft;
  draft: EngagementDraft;
}

type EngagementBody = ReturnType<typeof toBody>;

/**
 * Returns the fields that changed since the editing started and differ from the stored ones, as the API takes them.
 * Changes that others make in the meantime are left alone.
 */
export function findChanges({ begun, draft }: EngagementEdit, stored: EngagementDraft): Partial<EngagementBody> {
  const next = toBody(draft);
  const others = [toBody(begun), toBody(stored)];
  const changed = Object.entries(next).filter(([field, value]) =>
    others.every((other) => JSON.stringify(value) !== JSON.stringify(Reflect.get(other, field))),
  );
  return Object.fromEntries(changed);
}

/** Parses an edit that was stored in the browser; null for anything else. */
export function readEdit(text: string): EngagementEdit | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const [begun, draft]: unknown[] = [Reflect.get(kept, 'begun'), Reflect.get(kept, 'draft')];
  return isDraft(begun) && isDraft(draft) ? { begun, draft } : null;
}
