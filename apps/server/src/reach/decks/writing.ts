import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type {
  EngineStoryline,
  EngineStorylineRequest,
  WrittenSlide,
} from '@ecp/contract/engine/engine-storylines';
import { writtenSlideKinds } from '@ecp/contract/engine/engine-storylines';
import { type Storyline, type StorylineFailure, slideLimits } from '@ecp/contract/work/storylines';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Slide, SlideChart, SlideTable } from '@ecp/documents/deck/deck-types';
import type { Language } from '@ecp/language/language';
import { nameWithUnit } from '@ecp/language/name-with-unit';
import { forAgents } from '../../kernel/as-agents.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import {
  type EngagementRow,
  lockEngagement,
  lockEngagementIfThere,
  raiseJudgingSpent,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';
import {
  EngineUnavailableError,
  wasStoppedFirst,
} from '../../material/engine-client/engine-client.ts';
import { requireMoney } from '../../material/run-records/budget.ts';
import { type BuiltSlide, buildSlides, type DeckSubject, type RuleSlides } from './build-slides.ts';
import { type DeckContent, readDeckContent } from './deck-content.ts';
import {
  type StoredSlide,
  type StorylineRow,
  selectStoryline,
  writeStorylineRow,
} from './storyline-rows.ts';
import { storeByRule, toStoryline } from './storylines.ts';

/**
 * Orders slides from the engine, paid from the engagement's budget. An order that comes while
 * slides are being written is the same order. Errors: those of requireMoney and readDeckContent.
 */
export async function orderStoryline(
  context: RequestContext,
  engagementId: string,
  filename: string | null,
): Promise<Storyline> {
  const { services, tenantId } = context;
  const order = { engagementId, filename, audience: 'team' } as const;
  const content = await readDeckContent(context, order);
  const byRules = buildSlides(content);
  return context.commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    const { rows } = await tx.query(selectStoryline(tenantId, engagementId, filename));
    const [row] = rows;
    if (row?.status === 'writing') return toStoryline(order, content, byRules, row);
    await requireMoney(tx, services, tenantId, engagement);
    const revision = (row?.revision ?? 0) + 1;
    const draftId = nameOrder(engagementId, filename, revision, content);
    const ordered: StorylineRow = {
      ...(row ?? nothingYet(engagementId, filename, services.clock.now())),
      status: 'writing',
      failure_reason: null,
      revision,
      draft_id: draftId,
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
  engagement_id: engagementId,
  filename: filename ?? '',
  origin: 'documents',
  status: 'ready',
  failure_reason: null,
  revision: 0,
  slides: [],
  dropped: [],
  documents: [],
  findings: [],
  draft_id: null,
  cost_nano_usd: 0,
  updated_at: now,
});

/**
 * The order for the same documents at the same revision has the same id, so that it is paid once.
 */
function nameOrder(
  engagementId: string,
  filename: string | null,
  revision: number,
  content: DeckContent,
): string {
  const versions = content.documents.map((document) => [document.filename, document.version]);
  const told = JSON.stringify([engagementId, filename, revision, versions]);
  return `s${createHash('sha256').update(told).digest('hex').slice(0, 40)}`;
}

/**
 * Does the work `writeStoryline`: asks the engine until it has ended the order, and stores the
 * slides, or why there are none. Throws EngineUnavailableError and database errors, so that the
 * queue tries again.
 */
export async function writeStoryline(
  given: Services,
  order: DurableInputs['writeStoryline'],
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, engagementId, filename, draftId } = order;
  const services = forAgents(given, engagementId);
  const { database } = services;
  const [[row], [engagement]] = await database.batchTenant(tenantId, [
    selectStoryline(tenantId, engagementId, filename),
    selectEngagement(tenantId, engagementId),
  ]);
  // The order was withdrawn before the engine had it.
  if (row?.draft_id !== draftId || !engagement) return;
  try {
    const content = await readDeckContent(
      { services, tenantId },
      { engagementId, filename, audience: 'team' },
    );
    const byRules = buildSlides(content);
    const answer = await askEngine(
      services,
      tenantId,
      toRequest(draftId, engagement, content, byRules),
      signal,
    );
    await recordAnswer(services, order, { answer, content, byRules });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    services.log.warn({ err: error, engagementId }, 'The slides of a deck cannot be written');
    await recordFailure(services, order, failure);
  }
}

/** Asks until the engine has ended the order. Throws EngineUnavailableError. */
async function askEngine(
  { engine }: Services,
  tenantId: string,
  request: EngineStorylineRequest,
  signal: AbortSignal,
): Promise<EngineStoryline> {
  for (;;) {
    const answer = await engine.writeStoryline(tenantId, request, signal);
    if (answer.status === 'completed' || answer.status === 'failed') return answer;
  }
}

/** Returns why an order can never succeed; null for an error that passes. */
function failureOf(error: unknown): StorylineFailure | null {
  if (error instanceof ApiError)
    return error.status < 500 && error.status !== 429 ? 'engine_error' : null;
  if (!(error instanceof EngineUnavailableError)) return null;
  if (wasStoppedFirst(error)) return 'stopped';
  const { status } = error;
  return status !== null && status >= 400 && status < 500 && status !== 429 ? 'engine_error' : null;
}

const maxExhibits = 300;
const maxDocuments = 100;

function toRequest(
  storylineId: string,
  { id, name, client, brief, budget_nano_usd: budget, model }: EngagementRow,
  { documents, subject }: DeckContent,
  byRules: RuleSlides,
): EngineStorylineRequest {
  return {
    storylineId,
    engagement: { id, name, client, brief, budgetUsd: nanoToUsd(budget), model },
    documents: documents
      .slice(0, maxDocuments)
      .map(({ filename, title, markdown: content }) => ({ filename, title, content })),
    exhibits: byRules.slides.flatMap((slide) => toExhibit(slide, subject)).slice(0, maxExhibits),
    byRules: byRules.slides.flatMap(toWritten),
  };
}

type WrittenKind = WrittenSlide['kind'];
const isWritten = (kind: string): kind is WrittenKind =>
  (writtenSlideKinds as readonly string[]).includes(kind);

function toExhibit(
  { id, kind, title, place, chart, table }: BuiltSlide,
  { language }: DeckSubject,
): EngineStorylineRequest['exhibits'] {
  if (place === null || !isWritten(kind)) return [];
  const holds = table ? writeRows(table) : chart ? writeRows(tabulate(chart, language)) : '';
  return [{ id, kind, document: place.filename, title, holds }];
}

/** Writes a chart as a table, its unit in the heads that do not name it. */
function tabulate({ categories, series, unit }: SlideChart, language: Language): SlideTable {
  const count = Math.max(categories.length, ...series.map(({ values }) => values.length));
  const heads = series.map(({ name }) => nameWithUnit(name, unit));
  const numbers = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });
  return {
    columns: ['', ...heads].map((name) => ({ name, numeric: false })),
    rows: Array.from({ length: count }, (_, at) => [
      categories[at] ?? '',
      ...series.map(({ values }) =>
        typeof values[at] === 'number' ? numbers.format(values[at]) : '',
      ),
    ]),
  };
}

const writeRows = ({ columns, rows }: SlideTable): string =>
  [columns.map(({ name }) => name), ...rows].map((cells) => cells.join(' | ')).join('\n');

const maxCites = 60;

function toWritten({ id, kind, title, points, place, cites }: BuiltSlide): WrittenSlide[] {
  if (!isWritten(kind)) return [];
  const sources = cites.flatMap(({ filename, labels }) =>
    labels.map((footnote) => ({ document: filename, footnote })),
  );
  return [
    {
      kind,
      title,
      points,
      exhibit: place === null ? null : id,
      sources: sources.slice(0, maxCites),
    },
  ];
}

/** Stores what the engine has written, or why there is nothing, with its cost. */
async function recordAnswer(
  services: Services,
  order: DurableInputs['writeStoryline'],
  {
    answer,
    content,
    byRules,
  }: { answer: EngineStoryline; content: DeckContent; byRules: RuleSlides },
): Promise<void> {
  const { tenantId, engagementId } = order;
  await endOrder(services, order, async (tx, row) => {
    await raiseJudgingSpent(tx, tenantId, engagementId, usdToNano(answer.judgingSpentUsd));
    if (!row) return;
    const { written } = answer;
    const cost_nano_usd = row.cost_nano_usd + usdToNano(answer.costUsd);
    if (!written || written.slides.length === 0) {
      const failed = { status: 'failed', failure_reason: toFailure(answer) } as const;
      return writeStorylineRow(tx, tenantId, { ...row, ...failed, cost_nano_usd });
    }
    const slides = written.slides.map((slide, at) => toStored(slide, at, byRules.slides));
    const storedOf = (frame: Slide['kind']) =>
      byRules.slides.filter(({ kind }) => kind === frame).map(storeByRule);
    const framed = [...storedOf('title'), ...slides, ...storedOf('sources')];
    await writeStorylineRow(tx, tenantId, {
      ...row,
      cost_nano_usd,
      origin: 'model',
      status: 'ready',
      failure_reason: null,
      slides: framed,
      dropped: [],
      documents: content.documents.map(({ filename, version }) => ({ filename, version })),
      findings: written.findings.map(({ slide, text, reason }) => ({
        slideId: slides[slide]?.id ?? '',
        text,
        reason,
      })),
    });
  });
}

const recordFailure = (
  services: Services,
  order: DurableInputs['writeStoryline'],
  failure: StorylineFailure,
) =>
  endOrder(services, order, async (tx, row) => {
    if (row)
      await writeStorylineRow(tx, order.tenantId, {
        ...row,
        status: 'failed',
        failure_reason: failure,
      });
  });

/**
 * Ends an order under the engagement's lock. `end` gets the next revision of its row; null if it
 * was withdrawn.
 */
async function endOrder(
  { database, clock }: Services,
  { tenantId, engagementId, filename, draftId }: DurableInputs['writeStoryline'],
  end: (tx: Transaction, row: StorylineRow | null) => Promise<void>,
): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return;
    const { rows } = await tx.query(selectStoryline(tenantId, engagementId, filename));
    const row = rows.find((one) => one.draft_id === draftId);
    await end(
      tx,
      row ? { ...row, draft_id: null, revision: row.revision + 1, updated_at: clock.now() } : null,
    );
  });
}

function toFailure({ failureReason, status }: EngineStoryline): StorylineFailure {
  if (failureReason === 'stopped') return failureReason;
  if (failureReason === 'budget_exhausted' || failureReason === 'tenant_spend_limit')
    return failureReason;
  return failureReason === 'planning_failed' || status === 'completed'
    ? 'no_answer'
    : 'engine_error';
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
  // The summary of one conclusion keeps the figures of its first page.
  const opens =
    at === 0 && kind === 'summary' && byRules.filter((one) => one.kind === 'summary').length === 1;
  return {
    id: shown?.id ?? (opens ? 'summary' : `m${at + 1}`),
    kind,
    ...own,
    place: shown?.place ?? null,
    cites,
  };
}
