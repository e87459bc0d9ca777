import { ApiError } from '@ecp/contract/declaring/errors';
import type {
  AiUseStatement,
  StatedChecks,
  StatedReview,
  WrittenParts,
} from '@ecp/contract/reach/ai-use';
import type { Release } from '@ecp/contract/reach/releases';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { CitationCounts } from '@ecp/contract/values/citations';
import type { Statement } from '@ecp/database/statement';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import type { RequestContext } from '../../../kernel/context.ts';
import {
  type EngagementRow,
  selectEngagement,
} from '../../../material/engagements/engagement-rows.ts';
import { toCitationCounts } from '../../../material/evidence/citations.ts';
import { listConflicts } from '../../../material/evidence/conflicts.ts';
import {
  documentTitles,
  type LatestDeliverable,
  selectDocumentOpenings,
  sortByTask,
} from '../../../work/documents/deliverable-rows.ts';
import {
  selectReviewsOfVersions,
  toVersionReview,
} from '../../../work/documents/reviewing/reviews.ts';
import {
  readWrittenTexts,
  selectVersionsOfDocuments,
  type VersionOfDocument,
  type WordAuthors,
  wordAuthorsReader,
  writerOf,
} from '../../../work/documents/word-authors.ts';
import { readWorkRecords } from '../../../work/runs/run-results.ts';
import { type Call, readCalls, sumModelUse } from './model-use.ts';

/** A review with the kind of who gave it, which the statement for a client needs. */
type NamedReview = StatedReview & { isByClient: boolean };

type StatedDocument = AiUseStatement['documents'][number];

/** The facts of a statement of AI use, and of the engagement that it is about. */
interface AiUseFacts {
  engagement: EngagementRow;
  /** The language of the brief, in which the statement is written. */
  language: Language;
  documents: (Omit<StatedDocument, 'reviews' | 'releases'> & { reviews: NamedReview[] })[];
  models: AiUseStatement['models'];
  checks: StatedChecks;
}

export interface FactsOrder {
  engagementId: string;
  /** The versions that the statement is about. */
  selected: Statement<LatestDeliverable>;
  /**
   * False to count only the open conflicts of these documents, instead of those of the engagement.
   */
  countsAllConflicts: boolean;
  /** The engagement's calls, if they are read already. */
  calls?: readonly Call[];
}

/**
 * Reads who wrote versions, which models were called, what the check found and who reviewed.
 * Errors: `engagement_not_found`, `no_deliverables`, `text_too_complex`, those of readCalls.
 */
export async function readAiUse(
  context: RequestContext,
  { engagementId, selected, countsAllConflicts, calls: given }: FactsOrder,
): Promise<AiUseFacts> {
  const { services, tenantId } = context;
  const { database } = services;
  const [[engagement], rows, openings, versions] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selected,
    selectDocumentOpenings(tenantId, engagementId),
    selectVersionsOfDocuments(tenantId, engagementId),
  ]);
  if (!engagement) throw new ApiError('engagement_not_found');
  if (rows.length === 0) throw new ApiError('no_deliverables');
  const stated = sortByTask(rows, engagement.tasks);
  const titles = documentTitles([...openings, ...stated], engagement.tasks);
  const historyOf = ({ filename, version }: LatestDeliverable) =>
    versions.filter((one) => one.filename === filename && one.version <= version);
  const histories = stated.map(historyOf);
  const [reviewsOf, calls, { conflicts }, recordOf] = await Promise.all([
    readReviews(context, histories.flat()),
    given ?? readCalls(services.engine, tenantId, engagementId),
    listConflicts(context, engagementId),
    readWorkRecords(
      database,
      tenantId,
      stated.map(({ run_id }) => run_id),
    ),
  ]);
  const documents: AiUseFacts['documents'] = [];
  for (const [at, row] of stated.entries()) {
    const { filename, version } = row;
    const history = histories[at] ?? [];
    const title = titles.get(filename) ?? filename;
    // Documents are read one after another, because the texts of all their versions are in memory
    // meanwhile.
    documents.push({
      filename,
      title,
      version,
      parts: await readParts(context, history),
      reviews: reviewsOf(history),
      approved: row.approval_status === 'approved',
      approvals: row.approvals.map(({ name, at: given }) => ({ by: name, at: given })),
    });
  }
  const names = new Set(stated.map(({ filename }) => filename));
  const open = conflicts.filter(({ status }) => status === 'open');
  const counted = countsAllConflicts
    ? open
    : open.filter((one) => one.documents.some((name) => names.has(name)));
  const routed = stated.flatMap(
    ({ run_id, task_id }) => recordOf(run_id, task_id).routing?.selectedModel ?? [],
  );
  return {
    engagement,
    language: detectLanguage(engagement.brief),
    documents,
    models: sumModelUse(calls, routed),
    checks: { ...addCounts(stated.map(toCitationCounts)), conflicts: counted.length },
  };
}

async function readReviews(
  { services, tenantId }: RequestContext,
  versions: readonly VersionOfDocument[],
) {
  const ids = versions.map(({ id }) => id);
  const [rows] = await services.database.batchTenant(tenantId, [
    selectReviewsOfVersions(tenantId, ids),
  ]);
  const byVersion = Map.groupBy(rows, ({ deliverable_id }) => deliverable_id);
  return (history: readonly VersionOfDocument[]): NamedReview[] =>
    history
      .flatMap(({ id, version }) =>
        (byVersion.get(id) ?? [])
          .map(toVersionReview)
          .map(({ action, author, reviewedAt, overrideReason }) => {
            const by = displayNameOf(author);
            return {
              version,
              action,
              by,
              at: reviewedAt,
              overrideReason,
              isByClient: author.kind === 'client',
            };
          }),
      )
      .sort((one, other) => one.at.localeCompare(other.at));
}

/**
 * Returns the shares of the last version. Texts are read only if both agents and people wrote
 * versions.
 */
async function readParts(
  { services, tenantId }: RequestContext,
  history: readonly VersionOfDocument[],
): Promise<WrittenParts> {
  const writers = new Set(history.map(({ origin }) => writerOf(origin)));
  const last = history.at(-1);
  if (writers.size < 2)
    return toShares({ agent: 0, person: 0 }, last ? writerOf(last.origin) : 'agent');
  const ids = history.map(({ id }) => id);
  const versions = await readWrittenTexts(services.database, tenantId, ids);
  const counts = await services.texts.run(tenantId, wordAuthorsReader, { versions });
  return toShares(counts, versions.at(-1)?.by ?? 'agent');
}

/** Returns shares to four decimals that are 1 together. A version without words is its author's. */
function toShares({ agent, person }: WordAuthors, author: keyof WordAuthors): WrittenParts {
  if (agent + person === 0)
    return author === 'agent' ? { agent: 1, person: 0 } : { agent: 0, person: 1 };
  const parts = Math.round((agent / (agent + person)) * 10_000);
  return { agent: parts / 10_000, person: (10_000 - parts) / 10_000 };
}

function addCounts(all: readonly (CitationCounts | null)[]): CitationCounts {
  const sum = (state: keyof CitationCounts) =>
    all.reduce((total, counts) => total + (counts?.[state] ?? 0), 0);
  return {
    verified: sum('verified'),
    computed: sum('computed'),
    unjudged: sum('unjudged'),
    setByText: sum('setByText'),
    altered: sum('altered'),
    unsupported: sum('unsupported'),
    missingSource: sum('missingSource'),
    uncited: sum('uncited'),
  };
}

/** Makes the team's statement of the facts and of the releases, oldest first. */
export function toStatement(
  { engagement, documents, models, checks }: AiUseFacts,
  releases: readonly Release[],
  generatedAt: Date,
): AiUseStatement {
  const { id, name, client } = engagement;
  const filenames = new Set(documents.map(({ filename }) => filename));
  return {
    engagement: { id, name, client },
    documents: documents.map(({ reviews, ...document }) => ({
      ...document,
      reviews: reviews.map(({ isByClient: _, ...review }) => review),
      releases: releases.flatMap(({ documents: released, releasedBy, createdAt, links }) =>
        released
          .filter(({ filename }) => filename === document.filename)
          .map(({ version }) => ({
            version,
            by: displayNameOf(releasedBy),
            at: createdAt,
            to: links.map(({ clientName, label }) => clientName ?? label ?? ''),
          })),
      ),
    })),
    models,
    checks,
    attestations: releases.flatMap(
      ({ attestation, documents: released, releasedBy, createdAt }) => {
        if (attestation === null || !released.some(({ filename }) => filenames.has(filename)))
          return [];
        const about = released.map(({ filename, title, version }) => ({
          filename,
          title,
          version,
        }));
        return [
          { by: displayNameOf(releasedBy), at: createdAt, text: attestation, documents: about },
        ];
      },
    ),
    generatedAt: generatedAt.toISOString(),
  };
}
