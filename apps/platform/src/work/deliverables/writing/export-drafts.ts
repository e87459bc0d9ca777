import { type ExportPart, pageOf } from '../../../kernel/export-part.ts';

interface ExportedDraft {
  id: string;
  engagementId: string;
  filename: string;
  userId: string;
  content: string;
  baseVersion: number;
  savedAt: Date;
}

/** Exports the drafts of all people (ACC-2, WRI-11). */
export const exportedDrafts: ExportPart<ExportedDraft> = {
  name: 'drafts',
  page: pageOf(
    'platform.drafts',
    `id, engagement_id as "engagementId", filename, user_id as "userId", content, base_version as "baseVersion",
      saved_at as "savedAt"`,
  ),
  pageRows: 20,
  toRecord: (row) => row,
};
