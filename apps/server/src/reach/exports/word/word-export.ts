import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import type { Comment } from '@ecp/contract/work/comments';
import type { ReportChart } from '@ecp/documents/reports/report-types';
import type {
  WordChapter,
  WordChart,
  WordComment,
  WordFacts,
} from '@ecp/documents/word/word-report';
import { SandboxError } from '@ecp/sandbox/child-program';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { listComments } from '../../../work/conversations/comments/comments.ts';
import { selectLatestDeliverables } from '../../../work/documents/deliverable-rows.ts';
import {
  ownerOf,
  type ReportFile,
  type ReportOrder,
  type ReportOwner,
  readReportContent,
  renderPdf,
  titleFilename,
  wordFilename,
} from '../report-content.ts';

/**
 * Writes the latest versions as one Word file for its audience. Errors: those of
 * writeWordEngagement.
 */
export async function exportEngagementToWord(
  context: RequestContext,
  engagementId: string,
  { audience, footnotes, delivers, signal }: WordExportOptions,
): Promise<WordDownload> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId);
  const order = { engagementId, selected, audience, footnotes };
  const { filename, docx, files } = await writeWordEngagement(ownerOf(context), order, signal);
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_docx',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, audience, deliverables: files.length },
      }),
    );
  }
  return { filename, docx };
}

export interface WordExportOptions {
  audience: ExportAudience;
  footnotes: FootnoteChoice | undefined;
  /** False when only the headers are requested: then nothing records the export. */
  delivers: boolean;
  signal: AbortSignal;
}

/**
 * Writes a latest version as Word, the team's with open comments. Errors: those of
 * writeWordDeliverable.
 */
export async function exportDeliverableToWord(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { audience, footnotes, delivers, signal }: WordExportOptions,
): Promise<WordDownload> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId, filename);
  const order = { engagementId, selected, audience, footnotes };
  const written = await writeWordDeliverable(ownerOf(context), order, signal);
  const { id, version } = written.file.deliverable;
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_docx',
        resourceType: 'deliverable',
        resourceId: id,
        metadata: { engagementId, filename, version, audience },
      }),
    );
  }
  return { filename: written.filename, docx: written.docx };
}

async function readOpenComments(
  owner: ReportOwner,
  of: { engagementId: string; filename: string },
): Promise<WordComment[]> {
  const { comments } = await listComments(owner, of, { status: 'open' });
  return comments.map(toWordComment);
}

/** A comment whose passage went stands at the beginning of the file. */
function toWordComment({
  id,
  author,
  createdAt,
  body,
  passage,
  orphaned,
  replies,
}: Comment): WordComment {
  const place = passage === null || orphaned ? { quote: null, prefix: '', suffix: '' } : passage;
  return {
    id,
    author: author.name,
    createdAt,
    body,
    quote: place.quote,
    prefix: place.prefix,
    suffix: place.suffix,
    replies: replies.map((reply) => ({ ...reply, author: reply.author.name })),
  };
}

/**
 * Writes the versions of `order` as one Word file, the synthesis first, and records nothing.
 * Errors: `engagement_not_found`, `no_deliverables`, those of renderPdf.
 */
export async function writeWordEngagement(
  owner: ReportOwner,
  order: ReportOrder,
  signal: AbortSignal,
): Promise<WordDownload & { files: ReportFile[] }> {
  const { services, tenantId } = owner;
  const { engagement, branding, files } = await readReportContent(
    owner,
    { ...order, asClient: true },
    signal,
  );
  if (files.length === 0) throw new ApiError('no_deliverables');
  const ordered = [true, false].flatMap((opens) =>
    files.filter(({ chapter: { isSynthesis = false } }) => isSynthesis === opens),
  );
  const documents: WordChapter[] = [];
  for (const file of ordered) {
    const { title, markdown, charts = [] } = file.chapter;
    const facts = order.audience === 'team' ? toWordFacts(file) : null;
    documents.push({ title, markdown, charts: await toWordCharts(owner, charts, signal), facts });
  }
  const report = {
    title: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding,
    documents,
  };
  const docx = await renderPdf(
    services.wordFiles.writeEngagement(report, { tenantId, signal }),
    signal,
  );
  return { filename: wordFilename(engagement.slug), docx, files };
}

export interface WordDownload {
  filename: string;
  docx: Buffer;
}

/**
 * Writes the one version of `order` as Word, the team's with open comments, and records nothing.
 * Errors: `engagement_not_found`, `deliverable_not_found`, those of renderPdf.
 */
export async function writeWordDeliverable(
  owner: ReportOwner,
  order: ReportOrder,
  signal: AbortSignal,
): Promise<WordDownload & { file: ReportFile }> {
  const { services, tenantId } = owner;
  const { engagement, branding, files, footnotes } = await readReportContent(
    owner,
    { ...order, asClient: true },
    signal,
  );
  const [file] = files;
  if (!file) throw new ApiError('deliverable_not_found');
  const { title, markdown, charts = [] } = file.chapter;
  const { filename } = file.deliverable;
  const isForTeam = order.audience === 'team';
  const report = {
    engagementName: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding,
    document: { title, markdown, charts: await toWordCharts(owner, charts, signal) },
    facts: isForTeam ? toWordFacts(file) : null,
    origin: {
      deliverableId: file.deliverable.id,
      ...(footnotes === 'none' && { hasNoFootnotes: true }),
    },
    comments: isForTeam
      ? await readOpenComments(owner, { engagementId: order.engagementId, filename })
      : [],
  };
  const docx = await renderPdf(
    services.wordFiles.writeDeliverable(report, { tenantId, signal }),
    signal,
  );
  const name = isForTeam ? wordFilename(filename) : titleFilename(file, 'docx');
  return { filename: name, docx, file };
}

/** Returns what the team reads of a version above its text. */
function toWordFacts({ chapter }: ReportFile): WordFacts {
  const { version, wordCount, approvalStatus, score } = chapter;
  return { version, wordCount, approvalStatus, score };
}

const chartWidthPx = 1_600;

/**
 * Turns the charts of a document into pictures for Word. One that cannot be turned is named without
 * its picture.
 */
async function toWordCharts(
  owner: ReportOwner,
  charts: readonly ReportChart[],
  signal: AbortSignal,
): Promise<WordChart[]> {
  const turned: WordChart[] = [];
  for (const chart of charts) turned.push(await toWordChart(owner, chart, signal));
  return turned;
}

async function toWordChart(
  { services, tenantId }: ReportOwner,
  { source, title, outcome }: ReportChart,
  signal: AbortSignal,
): Promise<WordChart> {
  if ('problem' in outcome) return { source, title, picture: null };
  const { svg, description, query } = outcome.picture;
  try {
    const bytes = await services.charts.toPng(svg, chartWidthPx, { tenantId, signal });
    const caption = query.title ?? '';
    return {
      source,
      title,
      picture: { image: { bytes, mimeType: 'image/png' }, description, caption },
    };
  } catch (error) {
    if (!(error instanceof SandboxError) || signal.aborted) throw error;
    services.log.info({ err: error }, 'A chart was left out of a Word file');
    return { source, title, picture: null };
  }
}
