import { ApiError } from '@ecp/contract/declaring/errors';
import { countCitations, countOpen, isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation, CitationCounts, Derivation } from '@ecp/contract/values/citations';
import type { ReviewBody } from '@ecp/contract/work/deliverables';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { requiresVerifiedCitations } from '../../identity/tenants/policies.ts';
import type { ExportPart } from '../../kernel/export-part.ts';

/** Limits the stored citations of one version. The counts include all. */
export const maxCitations = 500;

/**
 * Limits the length of the text of each field, in characters. A source's title may have any length.
 */
const longest = {
  footnote: 100,
  claim: 1_000,
  quote: 2_000,
  title: 500,
  location: 300,
  reason: 500,
  passage: 2_000,
};

/**
 * Writes a version's citations and their counts in the transaction that inserts it. Of more than
 * maxCitations, the open ones are chosen first.
 */
export async function recordCitations(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
  citations: Citation[],
): Promise<void> {
  const counts = countCitations(citations);
  const { verified, computed, unjudged, setByText, altered, unsupported, missingSource, uncited } =
    counts;
  await tx.query({
    name: 'set_citation_counts',
    text: `update platform.deliverables
      set citations_verified = $3, citations_computed = $4, citations_altered = $5, citations_unsupported = $6,
        citations_missing_source = $7, citations_uncited = $8, citations_unjudged = $9,
        citations_set_by_text = $10
      where tenant_id = $1 and id = $2`,
    values: [
      tenantId,
      deliverableId,
      verified,
      computed,
      altered,
      unsupported,
      missingSource,
      uncited,
      unjudged,
      setByText,
    ],
  });
  await tx.query({
    name: 'insert_citations',
    text: 'insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)',
    values: [tenantId, deliverableId, JSON.stringify(chooseCitations(citations).map(shorten))],
  });
}

function chooseCitations(citations: Citation[]): Citation[] {
  const urgent = citations.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  const chosen = new Set(urgent.slice(0, maxCitations));
  return citations.filter((citation) => chosen.has(citation));
}

function shorten({
  footnote,
  claim,
  quote,
  source,
  state,
  reason,
  passage,
  derivation,
}: Citation): Citation {
  return {
    footnote: cut(footnote, longest.footnote),
    claim: cut(claim, longest.claim),
    quote: cut(quote, longest.quote),
    source: {
      kind: source.kind,
      title: cut(source.title, longest.title),
      location: cut(source.location, longest.location),
    },
    state,
    reason: cut(reason, longest.reason),
    passage: cut(passage, longest.passage),
    derivation: derivation && shortenDerivation(derivation),
  };
}

/** Limits the inputs of a derivation that are stored; a sum over a table is a query. */
const maxInputs = 50;

function shortenDerivation({ expression, inputs, ...rest }: Derivation): Derivation {
  const shortInputs = inputs.slice(0, maxInputs).map(({ name, ...input }) => ({
    ...input,
    label: cut(input.label, longest.title),
    ...(name === undefined ? {} : { name: cut(name, longest.title) }),
  }));
  return { expression: cut(expression, longest.quote), inputs: shortInputs, ...rest };
}

function cut<Text extends string | null>(text: Text, length: number): Text | string {
  if (text === null || text.length <= length) return text;
  return `${text.slice(0, length - 2).toWellFormed()} …`;
}

interface CitationsRow {
  deliverable_id: string;
  citations: Citation[];
}

/**
 * Reads the citations of versions by their ids. A version whose citations were never checked is not
 * in the map.
 */
export async function readCitations(
  database: Database,
  tenantId: string,
  deliverableIds: string[],
): Promise<Map<string, Citation[]>> {
  const [rows] = await database.batchTenant<[CitationsRow]>(tenantId, [
    selectCitations(tenantId, deliverableIds),
  ]);
  return new Map(rows.map((row) => [row.deliverable_id, row.citations]));
}

/** Selects the citations of versions by their ids. */
export function selectCitations(
  tenantId: string,
  deliverableIds: string[],
): Statement<CitationsRow> {
  return {
    name: 'read_citations',
    text: `select deliverable_id, citations from platform.deliverable_citations
      where tenant_id = $1 and deliverable_id = any($2)`,
    values: [tenantId, deliverableIds],
  };
}

/**
 * Selects the citations of the latest version of each file that has some, without internal files.
 */
export function selectLatestCitations(
  tenantId: string,
  engagementId: string,
): Statement<CitationsRow & { filename: string }> {
  return {
    name: 'select_latest_citations',
    text: `select c.deliverable_id, c.citations, d.filename
      from (
        select distinct on (filename) id, filename from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_citations c on c.tenant_id = $1 and c.deliverable_id = d.id`,
    values: [tenantId, engagementId],
  };
}

/**
 * The columns of platform.deliverables that count citations; all null when these were never
 * checked.
 */
export interface CitationCountColumns {
  citations_verified: number | null;
  citations_computed: number | null;
  citations_unjudged: number | null;
  citations_set_by_text: number;
  citations_altered: number | null;
  citations_unsupported: number | null;
  citations_missing_source: number | null;
  citations_uncited: number | null;
}

export const citationCountColumns = `citations_verified, citations_computed, citations_unjudged, citations_altered,
  citations_set_by_text, citations_unsupported, citations_missing_source, citations_uncited`;

/** Returns null when the citations were never checked, as with internal files. */
export function toCitationCounts(row: CitationCountColumns): CitationCounts | null {
  if (row.citations_verified === null) return null;
  return {
    verified: row.citations_verified,
    computed: row.citations_computed ?? 0,
    unjudged: row.citations_unjudged ?? 0,
    setByText: row.citations_set_by_text,
    altered: row.citations_altered ?? 0,
    unsupported: row.citations_unsupported ?? 0,
    missingSource: row.citations_missing_source ?? 0,
    uncited: row.citations_uncited ?? 0,
  };
}

/** Returns the number of a version's open citations; 0 when they were never checked. */
export function openCitationsOf(version: CitationCountColumns): number {
  const counts = toCitationCounts(version);
  return counts ? countOpen(counts) : 0;
}

/**
 * Refuses to approve a version with open citations, or without its check, if the tenant requires
 * verified ones, unless an admin gives a reason. Returns the reason or null. Errors:
 * `citations_open`, `override_reason_required`, `admin_access_required`.
 */
export async function requireClosedCitations(
  tx: Transaction,
  tenantId: string,
  version: CitationCountColumns & { id: string },
  {
    override,
    isAdmin,
    isClient,
  }: { override: ReviewBody['override'] | undefined; isAdmin: boolean; isClient: boolean },
): Promise<string | null> {
  const count = openCitationsOf(version);
  const isUnchecked =
    toCitationCounts(version) === null && (await awaitsCheck(tx, tenantId, version.id));
  if (count === 0 && !isUnchecked) return null;
  if (!(await requiresVerifiedCitations(tx, tenantId))) return null;
  if (isClient) throw new ApiError('client_citations_open');
  if (!override && isUnchecked) throw new ApiError('citations_unchecked');
  if (!override) throw new ApiError('citations_open', { values: { count } });
  if (!isAdmin) throw new ApiError('admin_access_required');
  const reason = override.reason?.trim();
  if (!reason) throw new ApiError('override_reason_required');
  return reason;
}

/** Tells whether a version was stored without its check. */
async function awaitsCheck(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'select_unchecked_version',
    text: `select from platform.deliverables where tenant_id = $1 and id = $2 and check_waits`,
    values: [tenantId, deliverableId],
  });
  return rows.length > 0;
}

/** The number of citations of a source, by its title, in the latest version of a document. */
interface CitedTitleRow {
  title: string;
  filename: string;
  version: number;
  citations: number;
}

/**
 * Counts the citations of sources by the latest versions of an engagement's documents, without
 * internal files.
 */
export function countCitedTitles(
  tenantId: string,
  engagementId: string,
  kinds: readonly Citation['source']['kind'][],
): Statement<CitedTitleRow> {
  return {
    name: 'count_cited_titles',
    text: `select cited.entry->'source'->>'title' as title, d.filename, d.version, count(*)::integer as citations
      from (
        select distinct on (filename) id, filename, version from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') order by filename, version desc
      ) d
      join platform.deliverable_citations c on c.tenant_id = $1 and c.deliverable_id = d.id
      cross join lateral json_array_elements(c.citations) as cited(entry)
      where cited.entry->'source'->>'kind' = any($3)
      group by 1, d.filename, d.version order by d.filename`,
    values: [tenantId, engagementId, kinds],
  };
}

/** Exports the checked citations of every version that has some for the account’s export. */
export const exportedCitations: ExportPart<{ id: string; citations: Citation[] }> = {
  name: 'citations',
  page: {
    text: `select deliverable_id as id, citations from platform.deliverable_citations
    where tenant_id = $1 and deliverable_id > $2 order by deliverable_id limit $3`,
  },
  pageRows: 20,
  toRecord: ({ id, citations }) => ({ deliverableId: id, citations }),
};
