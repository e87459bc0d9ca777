import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { Citation } from '@ecp/contract/values/citations';
import type { Statement } from '@ecp/database/statement';
import { maxReportBytes } from '@ecp/documents/document-renderer';
import type { Branding, ProvenanceRow, ReportChapter, ReportEvidence } from '@ecp/documents/reports/report-types';
import { readBrand } from '../../identity/branding/branding.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { toCitationCounts } from '../../work/deliverables/citations/citation-counts.ts';
import { readCitations } from '../../work/deliverables/citations/read-citations.ts';
import { documentTitles } from '../../work/deliverables/document-title.ts';
import {
  type LatestDeliverable,
  selectDocumentOpenings,
  sortByTask,
} from '../../work/deliverables/select-latest-deliverables.ts';
import { type EngagementRow, selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { readWorkRecords, type WorkRecord } from '../../work/runs/reading/read-work-records.ts';
import { collectReportCharts } from './collect-report-charts.ts';
import { toClientTexts } from './to-client-texts.ts';

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

/** The content of a report, and its reader. */
export interface ReportOrder {
  engagementId: string;
  /** Selects the versions to print. */
  selected: Statement<LatestDeliverable>;
  /** For a client, texts and charts hold nothing that is the team's (EXP-17). */
  audience: ExportAudience;
  /** True if the texts are those of a client whoever reads: a Word file comes back as the text that it shows. */
  asClient?: boolean;
  /** True if the report names agents, models and costs (EXP-3). */
  includeProvenance?: boolean;
  /** False for readers who see no other document: those that are cited have no title of their own then (REL-4). */
  namesOthers?: boolean;
}

/** The content of a report. */
export interface ReportContent {
  engagement: EngagementRow;
  branding: Branding;
  files: ReportFile[];
}

/** A file of a report. */
export interface ReportFile {
  deliverable: LatestDeliverable;
  chapter: ReportChapter;
  provenance: ProvenanceRow;
  citations: Citation[];
}

/**
 * Reads the content of a report: the selected versions of files in the order of the tasks. Each has the score and
 * provenance of the run that made this version (EXP-1, EXP-3), its checked citations, and its charts. Errors:
 * `engagement_not_found`, `document_too_large`, those of drawCharts.
 */
export async function readReportContent(
  { services, tenantId, tenantName }: ReportOwner,
  { engagementId, selected, audience, asClient = audience === 'client', namesOthers = true }: ReportOrder,
  signal: AbortSignal,
): Promise<ReportContent> {
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
  const deliverables = sortByTask(rows, engagement.tasks);
  const runIds = deliverables.map(({ run_id }) => run_id);
  const ids = deliverables.map(({ id }) => id);
  const [brand, recordOf, citationsOf] = await Promise.all([
    readBrand(database, tenantId),
    readWorkRecords(database, tenantId, runIds),
    readCitations(database, tenantId, ids),
  ]);
  const tasks = new Map(engagement.tasks.map((task) => [task.id, task]));
  const others = namesOthers ? openings : openings.map((file) => ({ ...file, content: '' }));
  const titles = documentTitles([...others, ...deliverables], engagement.tasks);
  const whole = deliverables.map(({ id, content }) => ({ content, citations: citationsOf.get(id) ?? [] }));
  const texts = !asClient
    ? whole
    : await toClientTexts(services, { tenantId, engagementId, tasks: engagement.tasks, titles }, whole);
  const markdowns = texts.map(({ content }) => content);
  const look = { color: brand.primaryColor, audience };
  const charts = await collectReportCharts({ services, tenantId }, { engagementId, markdowns, look }, signal);
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
  return { engagement, branding: { ...brand, companyName: brand.companyName ?? tenantName }, files };
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
  if (!routing) return { filename, agent: 'Not recorded', model: 'Not recorded', observerScore: null, costUsd: null };
  const { agentSlug, selectedModel, observerScore, cost } = routing;
  return { filename, agent: agentSlug, model: selectedModel, observerScore, costUsd: cost };
}
