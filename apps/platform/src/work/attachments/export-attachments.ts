import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { type AttachmentRow, attachmentColumns, toAttachment } from './records/attachment-rows.ts';

/** The metadata of the files, without their content (ACC-3). */
export const exportedAttachments: ExportPart<AttachmentRow> = {
  name: 'attachments',
  page: pageOf('platform.attachments', attachmentColumns),
  pageRows: 100,
  toRecord: (row) => ({
    ...toAttachment(row),
    engagementId: row.engagement_id,
    note: 'Metadata only: the content of the file is not part of the export.',
  }),
};
