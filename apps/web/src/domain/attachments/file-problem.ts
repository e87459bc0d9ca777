import type { BillingPlan } from '@ecp/contract/identity/auth';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { attachmentExtensions, extensionOf } from '@ecp/contract/work/attachment-types';
import { formatBytes } from '../../format/format.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';

/** Why a file cannot be attached, known before it is sent. */
export interface FileProblem {
  title: string;
  advice: string;
}

const { problems, drop } = attachmentTexts;

/** Finds why the service would refuse a file (ATT-6, LIM-4); null when no reason is known. */
export function findFileProblem(file: Pick<File, 'name' | 'size'>, plan: BillingPlan): FileProblem | null {
  const extension = extensionOf(file.name);
  if (!attachmentExtensions.includes(extension)) return problems.type(extension);
  const { fileSizeBytes } = billingPlanLimits[plan];
  if (file.size > fileSizeBytes) return problems.size(formatBytes(fileSizeBytes), statusTexts.plan[plan]);
  return null;
}

/** Describes the limits of a billing plan before anybody reaches them. */
export function describeFileLimits(plan: BillingPlan): string {
  const { fileSizeBytes, storageSizeBytes } = billingPlanLimits[plan];
  return drop.limits(formatBytes(fileSizeBytes), formatBytes(storageSizeBytes), statusTexts.plan[plan]);
}
