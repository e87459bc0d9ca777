import { attachmentTexts } from '../../texts/en/attachments.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads.ts';

/** Lists the uploads of an engagement; renders nothing when there are none. */
export function UploadList({ engagementId }: { engagementId: string }) {
  const uploads = useUploads(engagementId);
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={attachmentTexts.uploads.title} className="divide-y rounded-xl border bg-surface">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}
