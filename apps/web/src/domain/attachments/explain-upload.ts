import type { BillingPlan } from '@ecp/contract/identity/auth';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { isApiError } from '@ecp/sdk/create-client';
import { explainError } from '../../api/explain-error.ts';
import { formatBytes } from '../../format/format.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import type { Upload } from './upload-queue.ts';

export interface UploadFailure {
  title: string;
  advice: string;
  /** Whether a retry of the same file may succeed. */
  mayRetry: boolean;
}

const { problems } = attachmentTexts;

/** Explains to people why an upload failed, with the billing plan's limit where one was reached. */
export function explainUpload({ problem, error }: Pick<Upload, 'problem' | 'error'>, plan: BillingPlan): UploadFailure {
  if (problem) return { ...problem, mayRetry: false };
  if (isApiError(error, 'file_too_large')) {
    return {
      ...problems.size(formatBytes(billingPlanLimits[plan].fileSizeBytes), statusTexts.plan[plan]),
      mayRetry: false,
    };
  }
  if (isApiError(error, 'file_type_unsupported', 'file_content_mismatch')) {
    return { title: error.message, advice: problems.mismatch, mayRetry: false };
  }
  if (isApiError(error, 'storage_limit_exceeded')) {
    return { title: error.message, advice: problems.storage, mayRetry: true };
  }
  if (isApiError(error, 'attachment_limit_reached')) {
    return { title: error.message, advice: problems.count, mayRetry: true };
  }
  const { title, advice } = explainError(error);
  return { title, advice, mayRetry: true };
}
