import { maxCharts } from '@ecp/charts/reading/read-chart-blocks';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { Citation } from '@ecp/contract/values/citations';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type { Statement } from '@ecp/database/statement';
import { maxReportBytes } from '@ecp/documents/document-renderer';
import {
  type Branding,
  DocumentError,
  type DocumentErrorKind,
  type ProvenanceRow,
  type ReportChapter,
  type ReportChart,
  type ReportChartProblem,
  type ReportEvidence,
} from '@ecp/documents/reports/report-types';
import { nameSources } from '@ecp/markdown/name-sources';
import { type Brand, readBrand } from '../../identity/branding/branding.ts';
import { chooseFootnotes } from '../../identity/branding/client-footnotes.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { requireExportable } from '../../kernel/text-work.ts';
import {
  type EngagementRow,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { readCitations, toCitationCounts } from '../../material/evidence/citations.ts';
import {
  type ChartLook,
  type ChartOutcome,
  drawCharts,
} from '../../work/documents/charts/charts.ts';
import { documentChartsReader } from '../../work/documents/charts/read-document-charts.ts';
import {
  documentTitles,
  type LatestDeliverable,
  selectDocumentOpenings,
  sortByTask,
} from '../../work/documents/deliverable-rows.ts';
import { dropFootnotes } from '../../work/documents/reading/without-footnotes.ts';
import { readWorkRecords, type WorkRecord } from '../../work/runs/run-results.ts';
import { toClientTexts } from './client-texts.ts';

/** The tenant whose documents are printed, for people of the team and for clients alike. */
export interface ReportOwner {
  services: Services;
  tenantId: string;
  /** Stands on the report where the branding has no company name. */
  tenantName: string;
}

/** Returns the owner of the documents that a request of the team prints. */
export function ownerOf({ services, tenantId, principal }: RequestContext): ReportOwner {
  return { services, tenantId, tenantName: principal.tenantName };
}

export interface ReportOrder {
  engagementId: string;
  selected: Statement<LatestDeliverable>;
  /** For a client, texts and charts hold nothing that is the team's. */
  audience: ExportAudience;
  /**
   * True if the texts are those of a client whoever reads: a Word file comes back as the text that
   * it shows.
   */
  asClient?: boolean;
  /** True if the report names agents, models and costs. */
  includeProvenance?: boolean;
  /**
   * False for readers who see no other document: those that are cited have no title of their own
   * then.
   */
  namesOthers?: boolean;
  /** What the request says about footnotes; else the audience decides. */
  footnotes?: FootnoteChoice | undefined;
}

export interface ReportContent {
  engagement: EngagementRow;
  branding: Branding;
  files: ReportFile[];
  footnotes: FootnoteChoice;
}

export interface ReportFile {
  deliverable: LatestDeliverable;
  chapter: ReportChapter;
  provenance: ProvenanceRow;
  citations: Citation[];
}

/** The texts of a report, as its audience gets them, without their charts. */
export interface ReportTexts {
  engagement: EngagementRow;
  brand: Brand;
  /** In the tasks' order. */
  deliverables: LatestDeliverable[];
  /** Of the documents, in their order. */
  texts: { content: string; citations: Citation[] }[];
  /** Of the engagement's documents, by filename. */
  titles: Map<string, string>;
  /** Whether the texts have their footnotes. */
  footnotes: FootnoteChoice;
}

/**
 * Reads the texts of a report. Errors: `engagement_not_found`, `document_too_large`,
 * `text_too_complex`.
 */
export async function readReportTexts(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  {
    engagementId,
    selected,
    audience,
    asClient = audience === 'client',
    namesOthers = true,
    footnotes,
  }: ReportOrder,
): Promise<ReportTexts> {
  const { database } = services;
  const [[engagement], rows, openings] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selected,
    selectDocumentOpenings(tenantId, engagementId),
  ]);
  if (!engagement) throw new ApiError('engagement_not_found');
  // The check comes before the texts are read, which takes time.
  const sizeBytes = rows.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (sizeBytes > maxReportBytes) throw new ApiError('document_too_large');
  await requireExportable(rows);
  const deliverables = sortByTask(rows, engagement.tasks);
  const ids = deliverables.map(({ id }) => id);
  const [brand, citationsOf, choice] = await Promise.all([
    readBrand(database, tenantId),
    readCitations(database, tenantId, ids),
    chooseFootnotes(database, tenantId, { audience, footnotes }),
  ]);
  const others = namesOthers ? openings : openings.map((file) => ({ ...file, content: '' }));
  const titles = documentTitles([...others, ...deliverables], engagement.tasks);
  const whole = deliverables.map(({ id, content }) => ({
    content,
    citations: citationsOf.get(id) ?? [],
  }));
  const texts = !asClient
    ? whole.map((text) => ({ ...text, content: nameSources(text.content, titles) }))
    : await toClientTexts(
        services,
        { tenantId, engagementId, tasks: engagement.tasks, titles },
        whole,
      );
  const finalTexts =
    choice === 'all' ? texts : await dropFootnotes(services.texts, tenantId, texts);
  return { engagement, brand, deliverables, texts: finalTexts, titles, footnotes: choice };
}

/**
 * Reads a report's content: versions in the tasks' order, with score, provenance, citations and
 * charts. Errors: those of readReportTexts and drawCharts.
 */
export async function readReportContent(
  owner: ReportOwner,
  order: ReportOrder,
  signal: AbortSignal,
): Promise<ReportContent> {
  const { services, tenantId, tenantName } = owner;
  const { engagementId, audience } = order;
  const read = await readReportTexts(owner, order);
  const { engagement, brand, deliverables, texts, titles, footnotes } = read;
  const runIds = deliverables.map(({ run_id }) => run_id);
  const recordOf = await readWorkRecords(services.database, tenantId, runIds);
  const tasks = new Map(engagement.tasks.map((task) => [task.id, task]));
  const markdowns = texts.map(({ content }) => content);
  const look = { color: brand.primaryColor, audience };
  const charts = await collectReportCharts(
    { services, tenantId },
    { engagementId, markdowns, look },
    signal,
  );
  const files = deliverables.map((deliverable, index): ReportFile => {
    const record = recordOf(deliverable.run_id, deliverable.task_id);
    const { content = '', citations = [] } = texts[index] ?? {};
    return {
      deliverable,
      chapter: {
        ...toChapter(deliverable, record),
        title: titles.get(deliverable.filename) ?? deliverable.filename,
        markdown: content,
        isSynthesis: tasks.get(deliverable.task_id ?? '')?.synthesis === true,
        evidence: toEvidence(deliverable, citations),
        charts: charts[index] ?? [],
      },
      provenance: toProvenance(deliverable.filename, record),
      citations,
    };
  });
  return {
    engagement,
    branding: { ...brand, companyName: brand.companyName ?? tenantName },
    files,
    footnotes,
  };
}

function toChapter(
  row: LatestDeliverable,
  { score, feedback }: WorkRecord,
): Omit<ReportChapter, 'title' | 'markdown' | 'isSynthesis'> {
  return {
    filename: row.filename,
    version: row.version,
    wordCount: row.word_count,
    approvalStatus: row.approval_status,
    score,
    feedback,
  };
}

function toEvidence(row: LatestDeliverable, citations: Citation[]): ReportEvidence | null {
  const counts = toCitationCounts(row);
  if (!counts) return null;
  const printed = citations.map(({ source, ...citation }) => ({
    ...citation,
    source: [source.title, source.location].filter(Boolean).join(', '),
  }));
  return { ...counts, citations: printed };
}

function toProvenance(filename: string, { routing }: WorkRecord): ProvenanceRow {
  if (!routing)
    return {
      filename,
      agent: 'Not recorded',
      model: 'Not recorded',
      observerScore: null,
      costUsd: null,
    };
  const { agentSlug, selectedModel, observerScore, cost } = routing;
  return { filename, agent: agentSlug, model: selectedModel, observerScore, costUsd: cost };
}

/** Limits the charts of a report, all documents together. */
const maxReportCharts = 2 * maxCharts;

/** The charts of some documents, and how they look. */
interface ReportCharts {
  engagementId: string;
  markdowns: readonly string[];
  look: Pick<ChartLook, 'color' | 'audience'>;
}

/**
 * Draws the charts of a report in order, or gives the reason. Errors: `text_too_complex`, those of
 * drawCharts.
 */
async function collectReportCharts(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  { engagementId, markdowns, look }: ReportCharts,
  signal: AbortSignal,
): Promise<ReportChart[][]> {
  const { documents } = await services.texts.run(tenantId, documentChartsReader, { markdowns });
  const blocks = documents.flatMap(({ blocks: found, locale }, document) =>
    found.map((block) => ({ block, document, locale })),
  );
  const drawable = blocks.flatMap(({ block, locale }) =>
    'spec' in block
      ? [{ spec: block.spec, look: { ...look, theme: 'print', locale, withTitle: false } as const }]
      : [],
  );
  const charts = drawable.slice(0, maxReportCharts);
  const outcomes = (
    await drawCharts(services, { tenantId, engagementId, charts, signal })
  ).values();
  const drawn = blocks.map(({ block, document }) => {
    const chart: ReportChart =
      'spec' in block
        ? {
            source: block.source,
            title: block.spec.title,
            outcome: toOutcome(outcomes.next().value),
          }
        : { source: block.source, title: null, outcome: { problem: 'unreadable' } };
    return { chart, document };
  });
  return markdowns.map((_, index) =>
    drawn.flatMap(({ chart, document }) => (document === index ? [chart] : [])),
  );
}

/** A chart without an outcome exceeds the limit of a report. */
function toOutcome(outcome: ChartOutcome | undefined): ReportChart['outcome'] {
  if (outcome === undefined) return { problem: 'too_many' };
  if ('svg' in outcome) return { picture: outcome };
  const problem: ReportChartProblem = outcome.problem.code === 'no_query' ? 'no_query' : 'no_data';
  return { problem };
}

/** Returns the name of a client's file: the title of its document in its own letters. */
export function titleFilename(
  { chapter, deliverable }: ReportFile,
  extension: 'pdf' | 'docx',
): string {
  return `${nameByTitle(chapter.title) || deliverable.id}.${extension}`;
}

/** Returns a title as the name of a file without its extension; empty if it has no letters. */
export function nameByTitle(title: string): string {
  const words = title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_');
  return words
    .slice(0, 100)
    .toWellFormed()
    .replace(/^[_.-]+/, '')
    .replace(/[_.-]+$/, '');
}

/** Returns a PDF's name from a slug or filename without `.md`; the internal copy has its own. */
export function pdfFilename(name: string, { isInternal }: { isInternal: boolean }): string {
  return `${safeName(name)}${isInternal ? '-internal' : ''}.pdf`;
}

/** Returns the name of a deck made from a slug, a filename or a title. */
export const deckFilename = (name: string): string => `${safeName(name)}.pptx`;

/** Returns the name of a Word file made from a slug or a filename, without a trailing `.md`. */
export const wordFilename = (name: string): string => `${safeName(name)}.docx`;

/** Returns the name of a workbook made from a slug. */
export const workbookFilename = (slug: string): string => `${safeName(slug)}.xlsx`;

const safeName = (name: string): string =>
  name.replace(/\.md$/i, '').replaceAll(/[^\p{L}\p{M}\p{N}_.-]/gu, '_');

const errorCodes: Record<Exclude<DocumentErrorKind, 'busy'>, ErrorCode> = {
  too_large: 'document_too_large',
  too_complex: 'text_too_complex',
  failed: 'internal_error',
};

/**
 * Maps a rendering's failures to `document_too_large`, `text_too_complex`, `service_unavailable`
 * (load, with Retry-After), `internal_error`, `request_timeout` (caller disconnected).
 */
export async function renderPdf(
  rendering: Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const { buffer, byteOffset, byteLength } = await rendering;
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    if (signal.aborted) throw new ApiError('request_timeout', { cause: error });
    throw error instanceof DocumentError ? toApiError(error, error) : error;
  }
}

function toApiError({ kind, retryAfterMs }: DocumentError, cause: unknown): ApiError {
  if (kind === 'busy') return serviceBusy({ retryAfterMs, cause });
  return new ApiError(errorCodes[kind], { cause });
}
