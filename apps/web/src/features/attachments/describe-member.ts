import { attachmentTexts } from '../../texts/en/attachments.ts';

/** Returns the name of a member, or “former member” for a person who has left the team. Empty while names load. */
export function describeMember(id: string | null, names: ReadonlyMap<string, string> | undefined): string {
  if (!names) return '';
  return names.get(id ?? '') ?? attachmentTexts.formerMember;
}
