import { attachmentTexts } from '../../texts/en/attachments.ts';

/** Who it was by name; whoever has left the team has none any more. Empty while names are on their way. */
export function describeMember(id: string | null, names: ReadonlyMap<string, string> | undefined): string {
  if (!names) return '';
  return names.get(id ?? '') ?? attachmentTexts.formerMember;
}
