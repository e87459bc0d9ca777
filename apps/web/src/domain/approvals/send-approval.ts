import { ApiError } from '@ecp/sdk/api-error';
import { api } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { approvalTexts } from '../../texts/en/documents/approvals.ts';
import { showDoneToast, showRefusalToast } from '../../ui/toasts/tell.ts';
import { refreshDeliverables } from '../deliverables/queries.ts';
import { type Approval, eraseApproval } from './approval-journal.ts';

/** Opens a document. */
export type OpenDocument = (file: { engagementId: string; filename: string }) => void;

const texts = approvalTexts;

/**
 * Sends an approval, also while its page is being left. What the service refuses, because the version or its review has
 * changed meanwhile, is told with a way to the document. What does not reach the service stays in the journal.
 */
export async function sendApproval(approval: Approval, open: OpenDocument): Promise<void> {
  const { id, engagementId, filename, version, lastReviewedAt } = approval;
  const review = { action: 'approve', notes: null, version, lastReviewedAt } as const;
  try {
    const input = { id: engagementId, filename, ...review };
    const { openCitations } = await api.reviewDeliverable(input, { keepalive: true, idempotencyKey: id });
    eraseApproval(id);
    if (openCitations > 0) showDoneToast(texts.withOpenCitations(approval.title, openCitations));
  } catch (error) {
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
    if (isFinal) eraseApproval(id);
    const reason = isFinal ? adviceFor(error) : texts.later;
    showRefusalToast(texts.refused(approval.title), reason, texts.open, () => open(approval));
  }
  await refreshDeliverables(queryClient, engagementId);
}

function adviceFor(error: ApiError): string {
  if (error.code === 'not_latest_version') return texts.newerVersion;
  if (error.code === 'reviewed_meanwhile') return texts.reviewedMeanwhile;
  if (error.code === 'citations_open') return texts.citationsOpen;
  return explainError(error).title;
}
