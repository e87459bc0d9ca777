import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalView } from '@ecp/contract/reach/portal';
import type { ListedCitation } from '@ecp/contract/values/citations';
import { isOpen } from '@ecp/contract/values/count-citations';
import { describeBrand } from '../../identity/branding/describe-brand.ts';
import { forClients, type PortalContext } from '../../kernel/context.ts';
import { selectClientComments, toClientComment } from '../../work/comments/client-comments.ts';
import { toComment } from '../../work/comments/comment-rows.ts';
import { toCitationCounts } from '../../work/deliverables/citations/citation-counts.ts';
import { selectLatestCitations } from '../../work/deliverables/citations/read-citations.ts';
import { type ReviewerColumns, toReviewer } from '../../work/deliverables/reviewer-columns.ts';
import { selectLatestDeliverables, sortByTask } from '../../work/deliverables/select-latest-deliverables.ts';
import { selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { listClientQuestions } from '../../work/questions/list-questions.ts';
import { addPages, selectCitedPages, titlesOf } from '../../work/research/citing/select-cited-pages.ts';

/**
 * Returns the engagement as its client sees it: latest versions in the order of the tasks, without internal files,
 * brief, costs or runs (POR-6). Error: `invalid_portal_token` when the engagement has just been deleted.
 */
export async function getPortal({ services, tenantId, visitor }: PortalContext): Promise<PortalView> {
  const { database } = services;
  const { engagementId, permissions, tenantName } = visitor;
  const [branding, questions, [[engagement], files, citations, comments]] = await Promise.all([
    describeBrand(database, tenantId, tenantName),
    permissions.includes('answer') ? listClientQuestions(database, tenantId, engagementId) : [],
    database.batchTenant(tenantId, [
      selectEngagement(tenantId, engagementId),
      selectLatestDeliverables(tenantId, engagementId),
      selectLatestCitations(tenantId, engagementId),
      selectClientComments(tenantId, engagementId),
    ]),
  ]);
  if (!engagement) throw new ApiError('invalid_portal_token');
  const { id, name, client, status, tasks } = engagement;
  const titles = titlesOf(citations.flatMap((row) => row.citations));
  const [pages] = await database.batchTenant(tenantId, [selectCitedPages(tenantId, engagementId, titles)]);
  const citationsOf = new Map(citations.map((row) => [row.deliverable_id, addPages(row.citations, pages)]));
  const taskNames = new Map(tasks.map((task) => [task.id, task.name]));
  return {
    engagement: { id, name, client, status },
    permissions,
    branding,
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
    comments: comments.map((row) => toClientComment(toComment(row))),
    questions,
  };
}

/** A client sees what is not verified, how a figure follows from others (contract 9), and which pages are cited. */
function isShownToClients(citation: ListedCitation): boolean {
  return isOpen(citation) || citation.derivation !== null || citation.page !== null;
}

/** A page is shown with its title, address and time; its text is the team's (contract 11). */
function toEvidenceNote({ footnote, claim, state, derivation, page, source }: ListedCitation) {
  const shown = page && { title: source.title, url: page.url, fetchedAt: page.fetchedAt };
  return { footnote, claim, state, derivation, page: shown };
}

/** Names the author of the latest review to clients. */
function toReviewerForClients(file: ReviewerColumns): ReturnType<typeof toReviewer> {
  const { reviewedBy, reviewAuthor } = toReviewer(file);
  return { reviewedBy, reviewAuthor: reviewAuthor && forClients(reviewAuthor) };
}

/** Returns the first-level heading at the start of a document, after its front matter if there is one. */
function openingHeading(markdown: string): string | undefined {
  const text = markdown.slice(0, 10_000).replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '');
  const [line = ''] = text.trimStart().split(/\r?\n/, 1);
  return line.startsWith('# ') ? line.slice(2).trim().replace(/ #+$/, '') || undefined : undefined;
}
