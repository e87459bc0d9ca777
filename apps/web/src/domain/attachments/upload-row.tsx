import { RotateCw, TriangleAlert, X } from 'lucide-react';
import { formatBytes } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { explainUpload } from './explain-upload.ts';
import type { Upload } from './upload-queue.ts';
import { uploadQueue } from './uploads.ts';

const { uploads: texts } = attachmentTexts;

/** One upload: its progress, or why it failed and what to do. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, state } = upload;
  const failed = state === 'failed';
  const removeLabel = failed ? texts.dismiss(file.name) : texts.cancel(file.name);
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-baseline justify-between gap-4">
          <span className="truncate font-medium">{file.name}</span>
          {!failed && <span className="figures shrink-0 text-muted text-sm">{describeProgress(upload)}</span>}
        </div>
        {failed ? (
          <Trouble upload={upload} />
        ) : (
          <ProgressBar label={texts.progress(file.name)} value={upload.sentShare} />
        )}
      </div>
      <IconButton label={removeLabel} onClick={() => uploadQueue.remove(id)}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

function describeProgress({ state, sentShare, file }: Upload): string {
  if (state === 'waiting') return texts.waiting;
  if (sentShare === 1) return texts.storing;
  return texts.sent(formatBytes(file.size * sentShare), formatBytes(file.size));
}

function Trouble({ upload }: { upload: Upload }) {
  const { plan } = useSession().tenant;
  const { title, advice, mayRetry } = explainUpload(upload, plan);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="min-w-0">
        <TriangleAlert aria-hidden className="mr-1.5 inline size-3.5 align-[-2px] text-danger" />
        <span className="text-danger">{title}.</span> <span className="text-muted">{advice}</span>
      </p>
      {mayRetry && (
        <Button size="small" onClick={() => uploadQueue.retry(upload.id)}>
          <RotateCw aria-hidden className="size-3.5" />
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
