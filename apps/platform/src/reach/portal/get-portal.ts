import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalView } from '@ecp/contract/reach/portal';
import type { ListedCitation } from '@ecp/contract/values/citations';
import type { ClientDecision } from '@ecp/contract/values/client-decisions';
import { isOpen } from '@ecp/contract/values/count-citations';
import { describeBrand } from '../../identity/branding/describe-brand.ts';
import { forClients, type PortalContext } from '../../kernel/context.ts';
import { selectClientComments, toClientComment } from '../../work/comments/client-comments.ts';
import { toComment } from '../../work/comments/comment-rows.ts';
import { toCitationCounts } from '../../work/deliverables/citations/citation-counts.ts';
import {
  readClientDecisions,
  selectClientDecisions,
} from '../../work/deliverables/client-decisions/client-decision-rows.ts';
import { toReviewer } from '../../work/deliverables/reviewing/reviewer-columns.ts';
import { type LatestDeliverable, sortByTask } from '../../work/deliverables/select-latest-deliverables.ts';
import { selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { listClientQuestions } from '../../work/questions/list-questions.ts';
import { addPages, selectCitedPages, titlesOf } from '../../work/research/citing/select-cited-pages.ts';
import { type ClientDocument, toClientDocuments } from './client-documents.ts';
import { readCover, selectNewestRelease } from './read-cover.ts';
import { readShownDocuments } from './shown-documents.ts';

/**
 * Returns the engagement as its client sees it: the latest or the released versions in the order of the tasks, without
 * internal files, brief, costs or runs (POR-6, REL-2). Error: `invalid_portal_token` when the engagement has just been
 * deleted.
 */
export async function getPortal({ services, tenantId, visitor }: PortalContext): Promise<PortalView> {
  const { database } = services;
  const { engagementId, permissions, tenantName, documents, clientName } = visitor;
  const [branding, questions, files, [[engagement], comments, decisions, [release]]] = await Promise.all([
    describeBrand(database, tenantId, tenantName),
    permissions.includes('answer') ? listClientQuestions(database, tenantId, engagementId) : [],
    readShownDocuments(database, visitor),
    database.batchTenant(tenantId, [
      selectEngagement(tenantId, engagementId),
      selectClientComments(tenantId, engagementId),
      selectClientDecisions(tenantId, engagementId),
      selectNewestRelease(visitor),
    ]),
  ]);
  if (!engagement) throw new ApiError('invalid_portal_token');
  const { id, name, client, status, tasks } = engagement;
  const shown = await toClientDocuments(database, visitor, engagement, sortByTask(files, tasks));
  const evidenceOf = await readEvidence({ services, tenantId, visitor }, shown);
  const decisionOf = readClientDecisions(decisions);
  const deliverables = shown.map((document) => ({
    ...toDeliverable(document, decisionOf(document.file.filename, document.file.version)),
    ...toFirmsView(document.file, documents),
    evidenceNotes: evidenceOf(document),
  }));
  const isReleased = documents === 'released';
  const versions = new Map(files.map(({ filename, version }) => [filename, version]));
  return {
    engagement: { id, name, client, status: isReleased ? null : status },
    permissions,
    documents,
    clientName,
    cover: readCover(visitor, { deliverables, questions }, release),
    branding,
    deliverables,
    comments: comments
      .filter(({ filename }) => !isReleased || filename === null || versions.has(filename))
      .map((row) => toClientComment(toComment(row), versions.get(row.filename ?? ''))),
    questions,
  };
}

function toDeliverable({ file, title, content, wordCount }: ClientDocument, clientDecision: ClientDecision) {
  const { id, filename, version } = file;
  return { id, filename, title, content, version, wordCount, createdAt: file.created_at.toISOString(), clientDecision };
}

/** The firm's approval and the counts of the check: told by links of `latest` only (REL-3). */
function toFirmsView(file: LatestDeliverable, documents: PortalView['documents']) {
  if (documents === 'released') {
    return { approvalStatus: null, reviewedAt: null, reviewedBy: null, reviewAuthor: null, citations: null };
  }
  const { reviewedBy, reviewAuthor } = toReviewer(file);
  return {
    approvalStatus: file.approval_status,
    reviewedAt: file.reviewed_at?.toISOString() ?? null,
    reviewedBy,
    reviewAuthor: reviewAuthor && forClients(reviewAuthor),
    citations: toCitationCounts(file),
  };
}

type EvidenceNote = PortalView['deliverables'][number]['evidenceNotes'][number];

/** Reads what documents cite, and returns the evidence notes of each (POR-13, POR-14). */
async function readEvidence(
  { services, tenantId, visitor }: Pick<PortalContext, 'services' | 'tenantId' | 'visitor'>,
  shown: readonly ClientDocument[],
): Promise<(document: ClientDocument) => EvidenceNote[]> {
  const titles = titlesOf(shown.flatMap(({ citations }) => citations));
  const cited = selectCitedPages(tenantId, visitor.engagementId, titles);
  const [pages] = await services.database.batchTenant(tenantId, [cited]);
  return ({ citations, cutFootnotes }) =>
    addPages(citations, pages)
      .filter(isShownToClients)
      .map((citation) => toEvidenceNote(citation, cutFootnotes));
}

/** A client sees what is not verified, how a figure follows from others (contract 9), and which pages are cited. */
function isShownToClients(citation: ListedCitation): boolean {
  return isOpen(citation) || citation.derivation !== null || citation.page !== null;
}

/**
 * A page is shown with its title, address and time; its text is the team's (contract 11). A note at a footnote that was
 * cut stands at its sentence.
 */
function toEvidenceNote(
  { footnote, claim, state, derivation, page, source }: ListedCitation,
  cutFootnotes: ReadonlySet<string>,
): EvidenceNote {
  const isCut = footnote !== null && cutFootnotes.has(footnote.toLowerCase());
  const shown = page && { title: source.title, url: page.url, fetchedAt: page.fetchedAt };
  return { footnote: isCut ? null : footnote, claim, state, derivation, page: shown };
}
