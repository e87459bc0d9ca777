import type { BillingPlan } from '@ecp/contract/identity/auth';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { isApiError } from '@ecp/sdk/create-client';
import { RotateCw, TriangleAlert, X } from 'lucide-react';
import { describeRefusal } from '../../base/api/describe-refusal.ts';
import { explainError } from '../../base/api/explain-error.ts';
import { formatBytes } from '../../base/format/format.ts';
import { sentence } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { statusTexts } from '../../base/texts/common.ts';
import { ProgressBar } from '../../base/ui/badges.tsx';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { attachmentTexts } from './texts.ts';
import { type Upload, uploadQueue, useUploads } from './upload-queue.ts';

export function UploadList({ engagementId }: { engagementId: string }) {
  const uploads = useUploads(engagementId);
  if (uploads.length === 0) return null;
  return (
    <ul
      aria-label={attachmentTexts.uploads.title}
      className="divide-y rounded-xl border bg-surface"
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

const { uploads: texts } = attachmentTexts;

function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, state } = upload;
  const failed = state === 'failed';
  const removeLabel = failed ? texts.dismiss(file.name) : texts.cancel(file.name);
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-baseline justify-between gap-4">
          <span className="truncate font-medium">{file.name}</span>
          {!failed && (
            <span className="figures shrink-0 text-muted text-sm">{describeProgress(upload)}</span>
          )}
        </div>
        {failed ? (
          <Trouble upload={upload} />
        ) : (
          <ProgressBar label={texts.progress(file.name)} value={upload.sentShare} />
        )}
      </div>
      <IconButton icon={X} label={removeLabel} onClick={() => uploadQueue.remove(id)} />
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
        <span className="text-danger">{sentence(title)}</span>{' '}
        <span className="text-muted">{advice}</span>
      </p>
      {mayRetry && (
        <Button icon={RotateCw} size="small" onClick={() => uploadQueue.retry(upload.id)}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

interface UploadFailure {
  title: string;
  advice: string;
  mayRetry: boolean;
}

const { problems } = attachmentTexts;

function explainUpload(
  { problem, error }: Pick<Upload, 'problem' | 'error'>,
  plan: BillingPlan,
): UploadFailure {
  if (problem) return { ...problem, mayRetry: false };
  if (isApiError(error, 'file_too_large')) {
    return {
      ...problems.size(formatBytes(billingPlanLimits[plan].fileSizeBytes), statusTexts.plan[plan]),
      mayRetry: false,
    };
  }
  if (isApiError(error, 'file_type_unsupported', 'file_content_mismatch')) {
    return { title: describeRefusal(error), advice: problems.mismatch, mayRetry: false };
  }
  if (isApiError(error, 'storage_limit_exceeded')) {
    return { title: describeRefusal(error), advice: problems.storage, mayRetry: true };
  }
  if (isApiError(error, 'attachment_limit_reached')) {
    return { title: describeRefusal(error), advice: problems.count, mayRetry: true };
  }
  const { title, advice } = explainError(error);
  return { title, advice, mayRetry: true };
}
