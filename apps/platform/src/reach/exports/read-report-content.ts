import { ApiError } from '@ecp/contract/declaring/errors';
import type { Citation } from '@ecp/contract/values/citations';
import type { Statement } from '@ecp/database/statement';
import type { Branding, ProvenanceRow, ReportChapter, ReportEvidence } from '@ecp/documents/reports/report-types';
import { readBrand } from '../../identity/branding/read-brand.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { toCitationCounts } from '../../work/deliverables/citations/citation-counts.ts';
import { readCitations } from '../../work/deliverables/citations/read-citations.ts';
import { type LatestDeliverable, sortByTask } from '../../work/deliverables/select-latest-deliverables.ts';
import { type EngagementRow, selectEngagement } from '../../work/engagements/engagement-rows.ts';
import { readWorkRecords, type WorkRecord } from '../../work/runs/reading/read-work-records.ts';
import { collectReportCharts } from './collect-report-charts.ts';

/** The content of a report. */
export interface ReportContent {
  engagement: EngagementRow;
  branding: Branding;
  files: { deliverable: LatestDeliverable; chapter: ReportChapter; provenance: ProvenanceRow }[];
}

/**
 * Reads the content of a report: the selected versions of files in the order of the tasks. Each has the score and
 * provenance of the run that made this version (EXP-1, EXP-3), its checked citations, and its charts. Errors:
 * `engagement_not_found`, those of drawCharts.
 */
export async function readReportContent(
  context: RequestContext,
  { engagementId, selected }: { engagementId: string; selected: Statement<LatestDeliverable> },
  signal: AbortSignal,
): Promise<ReportContent> {
  const { services, tenantId, principal } = context;
  const { database } = services;
  const [[engagement], rows] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selected,
  ]);
  if (!engagement) throw new ApiError('engagement_not_found');
  const deliverables = sortByTask(rows, engagement.tasks);
  const runIds = deliverables.map(({ run_id }) => run_id);
  const ids = deliverables.map(({ id }) => id);
  const markdowns = deliverables.map(({ content }) => content);
  const [brand, recordOf, citationsOf, charts] = await Promise.all([
    readBrand(database, tenantId),
    readWorkRecords(database, tenantId, runIds),
    readCitations(database, tenantId, ids),
    collectReportCharts(context, engagementId, markdowns, signal),
  ]);
  const titles = new Map(engagement.tasks.map(({ id, name }) => [id, name]));
  const files = deliverables.map((deliverable, index) => {
    const record = recordOf(deliverable.run_id, deliverable.task_id);
    const title = titles.get(deliverable.task_id ?? '') ?? deliverable.filename;
    return {
      deliverable,
      chapter: {
        ...toChapter(deliverable, title, record),
        evidence: toEvidence(deliverable, citationsOf),
        charts: charts[index] ?? [],
      },
      provenance: toProvenance(deliverable.filename, record),
    };
  });
  return { engagement, branding: { ...brand, companyName: brand.companyName ?? principal.tenantName }, files };
}

function toChapter(row: LatestDeliverable, title: string, { score, feedback }: WorkRecord): ReportChapter {
  return {
    title,
    filename: row.filename,
    markdown: row.content,
    version: row.version,
    wordCount: row.word_count,
    approvalStatus: row.approval_status,
    score,
    feedback,
  };
}

function toEvidence(row: LatestDeliverable, citationsOf: ReadonlyMap<string, Citation[]>): ReportEvidence | null {
  const counts = toCitationCounts(row);
  if (!counts) return null;
  const citations = (citationsOf.get(row.id) ?? []).map(({ source, ...citation }) => ({
    ...citation,
    source: [source.title, source.location].filter(Boolean).join(', '),
  }));
  return { ...counts, citations };
}

function toProvenance(filename: string, { routing }: WorkRecord): ProvenanceRow {
  if (!routing) return { filename, agent: 'Not recorded', model: 'Not recorded', observerScore: null, costUsd: null };
  const { agentSlug, selectedModel, observerScore, cost } = routing;
  return { filename, agent: agentSlug, model: selectedModel, observerScore, costUsd: cost };
}
