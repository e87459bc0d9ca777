import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalView } from '@ecp/contract/reach/portal';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type { Statement } from '@ecp/database/statement';
import { findLanguage } from '@ecp/language/detect-language';
import { describeBrand } from '../../identity/branding/branding.ts';
import { chooseFootnotes } from '../../identity/branding/client-footnotes.ts';
import type { PortalContext } from '../../kernel/context.ts';
import type { PortalVisitor } from '../../kernel/principals.ts';
import { selectEngagement } from '../../material/engagements/engagement-rows.ts';
import { addPages, selectCitedPages, titlesOf } from '../../material/research/pages.ts';
import {
  selectClientComments,
  toClientComment,
} from '../../work/conversations/comments/client-comments.ts';
import { toComment } from '../../work/conversations/comments/comment-rows.ts';
import { listClientQuestions } from '../../work/conversations/questions/questions.ts';
import {
  type LatestDeliverable,
  selectVersionsSince,
  sortByTask,
} from '../../work/documents/deliverable-rows.ts';
import { readAdvice } from '../../work/documents/reading/read-advice.ts';
import { dropFootnotes } from '../../work/documents/reading/without-footnotes.ts';
import {
  type ClientDecisionRow,
  readClientDecisions,
  selectClientDecisions,
} from '../../work/documents/reviewing/client-decisions.ts';
import {
  type ClientDocument,
  findAsking,
  findChangedSince,
  readShownDocuments,
  selectHeldVersions,
  selectOpenLinks,
  showDerivation,
  showsVersion,
  toClientDocuments,
} from './shown-documents.ts';

/**
 * Returns the engagement for its client, with the footnotes that the request or the branding says: latest or released versions, the synthesis first, without
 * internal files, brief, costs or runs. Error: `invalid_portal_token` when it has just been
 * deleted.
 */
export async function getPortal(
  { services, tenantId, visitor }: PortalContext,
  footnotes: FootnoteChoice | undefined,
): Promise<PortalView> {
  const { database } = services;
  const { engagementId, permissions, tenantName, documents, clientName, shownId } = visitor;
  const [branding, questions, files, [[engagement], held, latest, rows, links, [release]]] =
    await Promise.all([
      describeBrand(database, tenantId, tenantName),
      permissions.includes('answer')
        ? listClientQuestions(database, tenantId, engagementId, visitor)
        : [],
      readShownDocuments(database, visitor),
      database.batchTenant(tenantId, [
        selectEngagement(tenantId, engagementId),
        selectHeldVersions(visitor),
        selectVersionsSince(tenantId, engagementId, services.clock.now()),
        selectClientDecisions(tenantId, engagementId),
        selectOpenLinks(tenantId, engagementId),
        selectNewestRelease(visitor),
      ]),
    ]);
  if (!engagement) throw new ApiError('invalid_portal_token');
  const { id, name, client, status, tasks } = engagement;
  const [comments] = await database.batchTenant(tenantId, [
    selectClientComments(tenantId, engagementId, { ...visitor, held }),
  ]);
  const concludes = findConcluding(tasks);
  const sorted = sortForClients(files, tasks, concludes);
  const whole = await toClientDocuments(services, visitor, engagement, sorted);
  const choice = await chooseFootnotes(database, tenantId, { audience: 'client', footnotes });
  const shown = choice === 'all' ? whole : await dropFootnotes(services.texts, tenantId, whole);
  const pagesOf = await readCitedPages({ services, tenantId, visitor }, shown);
  const decidingOn = (file: LatestDeliverable) =>
    links.filter((link) => link.may_decide && showsVersion(link, file, latest));
  const said = files.map(({ filename, version }) => ({
    filename,
    asks_decision: held.find((one) => one.filename === filename && one.version === version)
      ?.asks_decision,
  }));
  const concluding = new Set(files.filter(concludes).map(({ filename }) => filename));
  const asksDecision = findAsking(said, (filename) => concluding.has(filename));
  const decisionOf = readClientDecisions(rows.filter(({ token_id: by }) => by === shownId));
  const deliverables = shown.map((document) => ({
    ...toDeliverable(document),
    changedSince: findChangedSince(held, document.file)?.toISOString() ?? null,
    asksDecision: asksDecision(document.file.filename),
    opening: asksDecision(document.file.filename)
      ? readAdvice(document.content.slice(0, maxOpening))
      : null,
    clientDecision: decisionOf(document.file.filename, document.file.version),
    decisions: countDecisions(document.file, rows, decidingOn(document.file)),
    approvalStatus: documents === 'latest' ? document.file.approval_status : null,
    citedPages: pagesOf(document),
    derivations: permissions.includes('sources') ? listDerivations(document) : [],
  }));
  const versions = new Map(files.map(({ filename, version }) => [filename, version]));
  return {
    language: findLanguage(engagement.brief),
    engagement: { id, name, client, status: documents === 'released' ? null : status },
    permissions,
    documents,
    clientName,
    commentsReachClients: links.some((link) => link.sees_others && link.id !== shownId),
    cover: readCover(visitor, { deliverables, questions }, release),
    aiUse: release?.has_ai_use ?? false,
    branding,
    deliverables,
    comments: comments.map((row) =>
      toClientComment(toComment(row), { ...visitor, shown: versions.get(row.filename ?? '') }),
    ),
    questions,
  };
}

/** Limits the beginning of a document in which its advice is looked for, in characters. */
const maxOpening = 10_000;

type Concludes = (file: Pick<LatestDeliverable, 'task_id'>) => boolean;

/** Tells of each file whether it concludes the others: the synthesis. */
function findConcluding(
  tasks: readonly { id: string; synthesis?: boolean | undefined }[],
): Concludes {
  const ids = new Set(tasks.filter(({ synthesis }) => synthesis === true).map(({ id }) => id));
  return (file) => ids.has(file.task_id ?? '');
}

/** Puts what concludes the others first; those follow in the order of the tasks. */
function sortForClients(
  files: readonly LatestDeliverable[],
  tasks: readonly { id: string }[],
  concludes: Concludes,
): LatestDeliverable[] {
  const others = files.filter((file) => !concludes(file));
  return [...sortByTask(files.filter(concludes), tasks), ...sortByTask(others, tasks)];
}

/** Lists how the figures follow that have no footnote; a footnote gives it with its source. */
function listDerivations(
  document: ClientDocument,
): PortalView['deliverables'][number]['derivations'] {
  return document.citations.flatMap(({ footnote, claim, derivation }) =>
    footnote === null && claim !== '' && derivation !== null
      ? [{ claim, derivation: showDerivation(derivation, document) }]
      : [],
  );
}

function toDeliverable({ file, title, content }: ClientDocument) {
  const { id, filename, version } = file;
  return { id, filename, title, content, version, createdAt: file.created_at.toISOString() };
}

/**
 * Counts the clients who have a version and may decide, or have decided, and those of them who
 * have.
 */
function countDecisions(
  file: LatestDeliverable,
  decisions: readonly ClientDecisionRow[],
  asked: readonly { id: string }[],
): { made: number; of: number } {
  const made = new Set(
    decisions
      .filter(({ filename, version }) => filename === file.filename && version === file.version)
      .map(({ token_id: by }) => by),
  );
  return { made: made.size, of: made.union(new Set(asked.map(({ id }) => id))).size };
}

type CitedPage = PortalView['deliverables'][number]['citedPages'][number];

/**
 * Reads title, address and time of cited pages. A statement whose footnote was cut has its note at
 * its sentence.
 */
async function readCitedPages(
  { services, tenantId, visitor }: Pick<PortalContext, 'services' | 'tenantId' | 'visitor'>,
  shown: readonly ClientDocument[],
): Promise<(document: ClientDocument) => CitedPage[]> {
  const titles = titlesOf(shown.flatMap(({ citations }) => citations));
  const cited = selectCitedPages(tenantId, visitor.engagementId, titles);
  const [pages] = await services.database.batchTenant(tenantId, [cited]);
  return ({ citations }) =>
    addPages(citations, pages).flatMap(({ footnote, claim, page, source }) =>
      page && (footnote !== null || claim !== '')
        ? [{ footnote, claim, title: source.title, url: page.url, fetchedAt: page.fetchedAt }]
        : [],
    );
}

interface NewestRelease {
  message: string | null;
  author_kind: 'user' | 'api_key';
  author_name: string;
  created_at: Date;
  /** Whether this or an earlier release to the link brought a statement of AI use. */
  has_ai_use: boolean;
}

function selectNewestRelease({ tenantId, shownId }: PortalVisitor): Statement<NewestRelease> {
  return {
    name: 'select_newest_release',
    text: `select r.message, r.author_kind, r.author_name, r.created_at,
        bool_or(r.ai_use is not null) over () as has_ai_use
      from platform.release_links l
      join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
      where l.tenant_id = $1 and l.token_id = $2 order by r.created_at desc, r.id desc limit 1`,
    values: [tenantId, shownId],
  };
}

/** Tells a visitor how things stand and what is asked of them, as far as the link permits. */
function readCover(
  { permissions }: PortalVisitor,
  { deliverables, questions }: Pick<PortalView, 'deliverables' | 'questions'>,
  release: NewestRelease | undefined,
): PortalView['cover'] {
  const undecided = deliverables.filter(
    ({ asksDecision, clientDecision, version }) =>
      asksDecision && clientDecision?.version !== version,
  );
  const decisions = permissions.includes('approve')
    ? undecided.map(({ filename }) => filename)
    : [];
  const unanswered = questions.filter(({ status }) => status !== 'answered').length;
  const isAsked = decisions.length + unanswered > 0;
  const isReadable = deliverables.length > 0;
  return {
    state: isAsked ? 'asked' : isReadable ? 'settled' : 'preparing',
    asked: { decisions, questions: unanswered },
    release: release
      ? {
          message: release.message,
          releasedBy: release.author_kind === 'user' ? release.author_name : null,
          releasedAt: release.created_at.toISOString(),
        }
      : null,
  };
}
