import type { Author, AuthorKind } from '@ecp/contract/values/authors';
import type { VersionOrigin } from '@ecp/contract/work/deliverables';

/** The columns of platform.deliverables that tell who made a version. Editor and note are null for agents. */
export interface EditorColumns {
  origin: VersionOrigin;
  editor_kind: AuthorKind | null;
  editor_id: string | null;
  editor_name: string | null;
  note: string | null;
}

/** The columns for select lists. */
export const editorColumns = 'origin, editor_kind, editor_id, editor_name, note';

/** Turns the columns into the wire form (WRI-2). */
export function toEditor(row: EditorColumns): { origin: VersionOrigin; editedBy: Author | null; note: string | null } {
  const { origin, note, editor_kind: kind, editor_id: id, editor_name: name } = row;
  return { origin, note, editedBy: kind === null || name === null ? null : { kind, id, name } };
}
