import { createHash } from 'node:crypto';
import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { EngineStoryline, EngineStorylineRequest, WrittenSlide } from '@ecp/contract/engine/engine-storylines';
import { writtenSlideKinds } from '@ecp/contract/engine/engine-storylines';
import { type Storyline, type StorylineFailure, slideLimits } from '@ecp/contract/work/storylines';
import { createId } from '@ecp/database/create-id';
import type { SlideTable } from '@ecp/documents/deck/deck-types';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import { selectLatestDeliverables } from '../../work/documents/deliverable-rows.ts';
import {
  lockEngagement,
  lockEngagementIfThere,
  raiseJudgingSpent,
  selectEngagement,
} from '../../work/engagements/engagement-rows.ts';
import { EngineUnavailableError, wasStoppedFirst } from '../../work/engine-client/engine-client.ts';
import { requireBudgetLeft } from '../../work/run-records/budget.ts';
import { type BuiltSlide, buildSlides } from './build-slides.ts';
import { type DeckContent, readDeckContent } from './deck-content.ts';
import { type StoredSlide, type StorylineRow, selectStoryline, writeStorylineRow } from './storyline-rows.ts';
import { toStoryline } from './storylines.ts';

/**
 * Orders slides from the engine, paid from the engagement's budget. While they are being written, an order is that one.
 * Errors: `budget_exhausted`, those of readDeckContent.
 */
export async function orderStoryline(
  context: RequestContext,
  engagementId: string,
  filename: string | null,
): Promise<Storyline> {
  const { services, tenantId } = context;
  const order = { engagementId, filename, audience: 'team' } as const;
  const content = await readDeckContent(context, order);
  const byRules = buildSlides(content.subject, content.documents);
  return context.commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    const { rows } = await tx.query(selectStoryline(tenantId, engagementId, filename));
    const [row] = rows;
    if (row?.status === 'writing') return toStoryline(order, content, byRules, row);
    await requireBudgetLeft(tx, tenantId, engagement);
    const revision = (row?.revision ?? 0) + 1;
    const draftId = nameOrder(engagementId, filename, revision, content);
    const ordered: StorylineRow = {
      ...(row ?? nothingYet(engagementId, filename, services.clock.now())),
      ...{ status: 'writing', failure_reason: null, revision, draft_id: draftId },
      updated_at: services.clock.now(),
    };
    await writeStorylineRow(tx, tenantId, ordered);
    const work = { tenantId, engagementId, filename, draftId };
    // An order that was withdrawn and made again has the same name and needs work of its own.
    await services.durable.enqueue(tx, 'writeStoryline', createId(), work, { partition: tenantId });
    await recordAudit(tx, context, {
      action: 'storyline.write',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { filename },
    });
    return toStoryline(order, content, byRules, ordered);
  });
}

const nothingYet = (engagementId: string, filename: string | null, now: Date): StorylineRow => ({
  ...{
    engagement_id: engagementId,
    filename: filename ?? '',
    origin: 'documents',
    status: 'ready',
    failure_reason: null,
  },
  ...{ revision: 0, slides: [], dropped: [], documents: [], findings: [], draft_id: null, cost_nano_usd: 0 },
  updated_at: now,
});

/** The order for the same documents at the same revision has the same id, so that it is paid once. */
function nameOrder(engagementId: string, filename: string | null, revision: number, content: DeckContent): string {
  const versions = content.documents.map((document) => [document.filename, document.version]);
  const told = JSON.stringify([engagementId, filename, revision, versions]);
  return `s${createHash('sha256').update(told).digest('hex').slice(0, 40)}`;
}

/**
 * Does the work `writeStoryline`: asks the engine until it has ended the order, and stores the slides. Throws
 * EngineUnavailableError and database errors, so that the queue tries again.
 */
export async function writeStoryline(
  services: Services,
  { tenantId, engagementId, filename, draftId }: DurableInputs['writeStoryline'],
  signal: AbortSignal,
): Promise<void> {
  const { database, engine } = services;
  const [[row], [engagement], latest] = await database.batchTenant(tenantId, [
    selectStoryline(tenantId, engagementId, filename),
    selectEngagement(tenantId, engagementId),
    selectLatestDeliverables(tenantId, engagementId, filename ?? undefined),
  ]);
  // The order was withdrawn, or its documents are gone, before the engine had it.
  if (row?.draft_id !== draftId || !engagement || latest.length === 0) return;
  const content = await readDeckContent({ services, tenantId }, { engagementId, filename, audience: 'team' });
  const byRules = buildSlides(content.subject, content.documents);
  const { id, name, client, brief, budget_nano_usd: budget, model } = engagement;
  const request: EngineStorylineRequest = {
    storylineId: draftId,
    engagement: { id, name, client, brief, budgetUsd: nanoToUsd(budget), model },
    documents: content.documents.map((document) => ({
      ...{ filename: document.filename, title: document.title, content: document.markdown },
    })),
    exhibits: byRules.flatMap(toExhibit).slice(0, maxExhibits),
    byRules: byRules.flatMap(toWritten),
  };
  for (;;) {
    const answer = await engine.writeStoryline(tenantId, request, signal).catch(refusedAnswer);
    if (answer !== null && answer.status !== 'completed' && answer.status !== 'failed') continue;
    return recordAnswer(services, { tenantId, engagementId, filename, draftId }, { answer, content, byRules });
  }
}

const maxExhibits = 300;

function refusedAnswer(error: unknown): null {
  if (error instanceof EngineUnavailableError && wasStoppedFirst(error)) return null;
  throw error;
}

type WrittenKind = WrittenSlide['kind'];
const isWritten = (kind: string): kind is WrittenKind => (writtenSlideKinds as readonly string[]).includes(kind);

function toExhibit({ id, kind, title, place, chart, table }: BuiltSlide): EngineStorylineRequest['exhibits'] {
  if (place === null || !isWritten(kind)) return [];
  const holds = table ? writeRows(table) : chart ? writeRows(tabulate(chart)) : '';
  return [{ id, kind, document: place.filename, title, holds }];
}

function tabulate({ categories, series, unit }: NonNullable<BuiltSlide['chart']>): SlideTable {
  const count = Math.max(categories.length, ...series.map(({ values }) => values.length));
  const heads = series.map(({ name }) => (unit === null ? name : `${name} (${unit})`));
  return {
    columns: ['', ...heads].map((name) => ({ name, numeric: false })),
    rows: Array.from({ length: count }, (_, at) => [
      categories[at] ?? '',
      ...series.map(({ values }) => String(values[at] ?? '')),
    ]),
  };
}

const writeRows = ({ columns, rows }: SlideTable): string =>
  [columns.map(({ name }) => name), ...rows].map((cells) => cells.join(' | ')).join('\n');

const maxCites = 60;

function toWritten({ id, kind, title, points, place, cites }: BuiltSlide): WrittenSlide[] {
  if (!isWritten(kind)) return [];
  const sources = cites.flatMap(({ filename, labels }) => labels.map((footnote) => ({ document: filename, footnote })));
  return [{ kind, title, points, exhibit: place === null ? null : id, sources: sources.slice(0, maxCites) }];
}

/** Stores what the engine has written, or why there is nothing, with its cost; null for a run that was stopped first. */
async function recordAnswer(
  services: Services,
  { tenantId, engagementId, filename, draftId }: DurableInputs['writeStoryline'],
  { answer, content, byRules }: { answer: EngineStoryline | null; content: DeckContent; byRules: BuiltSlide[] },
): Promise<void> {
  await services.database.withTenant(tenantId, async (tx) => {
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return;
    if (answer) await raiseJudgingSpent(tx, tenantId, engagementId, usdToNano(answer.judgingSpentUsd));
    const { rows } = await tx.query(selectStoryline(tenantId, engagementId, filename));
    const [row] = rows;
    if (row?.draft_id !== draftId) return;
    const { written = null } = answer ?? {};
    const ended = { draft_id: null, revision: row.revision + 1, updated_at: services.clock.now() };
    const cost_nano_usd = row.cost_nano_usd + usdToNano(answer?.costUsd ?? 0);
    if (!written || written.slides.length === 0) {
      const failed = { status: 'failed', failure_reason: toFailure(answer) } as const;
      return writeStorylineRow(tx, tenantId, { ...row, ...ended, ...failed, cost_nano_usd });
    }
    const slides = written.slides.map((slide, at) => toStored(slide, at, byRules));
    const framed = [...storedOf(byRules, 'title'), ...slides, ...storedOf(byRules, 'sources')];
    await writeStorylineRow(tx, tenantId, {
      ...{ ...row, ...ended, cost_nano_usd },
      ...{ origin: 'model', status: 'ready', failure_reason: null, slides: framed, dropped: [] },
      documents: content.documents.map((document) => ({ filename: document.filename, version: document.version })),
      findings: written.findings.map(({ slide, text, reason }) => ({ slideId: slides[slide]?.id ?? '', text, reason })),
    });
  });
}

function toFailure(answer: EngineStoryline | null): StorylineFailure {
  if (answer === null || answer.failureReason === 'stopped') return 'stopped';
  if (answer.failureReason === 'budget_exhausted') return 'budget_exhausted';
  return answer.failureReason === 'planning_failed' || answer.status === 'completed' ? 'no_answer' : 'engine_error';
}

/** Returns a slide as it is stored: where its exhibit stands, with the words of the model. */
function toStored(
  { kind, title, points, exhibit, sources }: WrittenSlide,
  at: number,
  byRules: readonly BuiltSlide[],
): StoredSlide {
  const shown = byRules.find(({ id, place }) => id === exhibit && place !== null);
  const cites = [...Map.groupBy(sources, ({ document }) => document)].map(([filename, cited]) => ({
    filename,
    labels: [...new Set(cited.map(({ footnote }) => footnote.toLowerCase()))],
  }));
  const own = {
    title: title.slice(0, slideLimits.title),
    points: points.map((point) => point.slice(0, slideLimits.point)),
  };
  return { id: shown?.id ?? `m${at + 1}`, kind, ...own, place: shown?.place ?? null, cites };
}

function storedOf(byRules: readonly BuiltSlide[], kind: BuiltSlide['kind']): StoredSlide[] {
  return byRules
    .filter((slide) => slide.kind === kind)
    .map(({ id, place, cites }) => ({ id, kind, title: null, points: null, place, cites }));
}
