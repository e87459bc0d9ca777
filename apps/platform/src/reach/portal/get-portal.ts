import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalView } from '@ecp/contract/reach/portal';
import type { Citation } from '@ecp/contract/values/citations';
import { isOpen } from '@ecp/contract/values/count-citations';
import { readBrand } from '../../identity/branding/read-brand.ts';
import type { PortalContext } from '../../kernel/context.ts';
import { toCitationCounts } from '../../work/deliverables/citations/citation-counts.ts';
import { selectLatestCitations } from '../../work/deliverables/citations/read-citations.ts';
import { type ReviewerColumns, toReviewer } from '../../work/deliverables/reviewer-columns.ts';
import { selectLatestDeliverables, sortByTask } from '../../work/deliverables/select-latest-deliverables.ts';
import { selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { selectPortalComments, toPortalComment } from './portal-comment-rows.ts';

/**
 * Returns the engagement as its client sees it: latest versions in the order of the tasks, without internal files,
 * brief, costs or runs (POR-6). Error: `invalid_portal_token` when the engagement has just been deleted.
 */
export async function getPortal({ services, tenantId, visitor }: PortalContext): Promise<PortalView> {
  const { database } = services;
  const { engagementId, permissions, tenantName } = visitor;
  const [brand, [[engagement], files, citations, comments]] = await Promise.all([
    readBrand(database, tenantId),
    database.batchTenant(tenantId, [
      selectEngagement(tenantId, engagementId),
      selectLatestDeliverables(tenantId, engagementId),
      selectLatestCitations(tenantId, engagementId),
      selectPortalComments(tenantId, engagementId),
    ]),
  ]);
  if (!engagement) throw new ApiError('invalid_portal_token');
  const { id, name, client, status, tasks } = engagement;
  const { logo } = brand;
  const citationsOf = new Map(citations.map((row) => [row.deliverable_id, row.citations]));
  const taskNames = new Map(tasks.map((task) => [task.id, task.name]));
  return {
    engagement: { id, name, client, status },
    permissions,
    branding: {
      companyName: brand.companyName ?? tenantName,
      primaryColor: brand.primaryColor,
      logo: logo && `data:${logo.mimeType};base64,${logo.bytes.toString('base64')}`,
    },
    deliverables: sortByTask(files, tasks).map((file) => ({
      id: file.id,
      filename: file.filename,
      title: openingHeading(file.content) ?? taskNames.get(file.task_id ?? '') ?? file.filename,
      content: file.content,
      version: file.version,
      wordCount: file.word_count,
      createdAt: file.created_at.toISOString(),
      approvalStatus: file.approval_status,
      reviewedAt: file.reviewed_at?.toISOString() ?? null,
      ...toReviewerForClients(file),
      citations: toCitationCounts(file),
      evidenceNotes: (citationsOf.get(file.id) ?? []).filter(isShownToClients).map(toEvidenceNote),
    })),
    comments: comments.map(toPortalComment),
  };
}

/** A client sees what is not verified, and how a figure follows from others (contract 9). */
function isShownToClients(citation: Citation): boolean {
  return isOpen(citation) || citation.derivation !== null;
}

function toEvidenceNote({ footnote, claim, state, derivation }: Citation) {
  return { footnote, claim, state, derivation };
}

/** Names the author of the latest review to clients, without the ids of the team's members and keys. */
function toReviewerForClients(file: ReviewerColumns): ReturnType<typeof toReviewer> {
  const { reviewedBy, reviewAuthor } = toReviewer(file);
  if (reviewAuthor === null || reviewAuthor.kind === 'client') return { reviewedBy, reviewAuthor };
  return { reviewedBy, reviewAuthor: { ...reviewAuthor, id: null } };
}

/** Returns the first-level heading at the start of a document, after its front matter if there is one. */
function openingHeading(markdown: string): string | undefined {
  const text = markdown.slice(0, 10_000).replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '');
  const [line = ''] = text.trimStart().split(/\r?\n/, 1);
  return line.startsWith('# ') ? line.slice(2).trim().replace(/ #+$/, '') || undefined : undefined;
}
