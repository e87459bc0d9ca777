import { ApiError } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { Storyline, UpdateStorylineBody } from '@ecp/contract/work/storylines';
import type { Slide } from '@ecp/documents/deck/deck-types';
import { escapeMarkdown, renderText } from '@ecp/markdown/rendered-text';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { lockEngagement } from '../../material/engagements/engagement-rows.ts';
import { selectLatestDeliverables } from '../../work/documents/deliverable-rows.ts';
import { toClientTexts } from '../exports/client-texts.ts';
import type { ReportOwner } from '../exports/report-content.ts';
import { type BuiltSlide, buildSlides, type RuleSlides } from './build-slides.ts';
import { type DeckContent, type DeckOrder, readDeckContent } from './deck-content.ts';
import { findSlide, placeSlides } from './place-slides.ts';
import {
  deleteStorylineRow,
  type StoredSlide,
  type StorylineRow,
  selectStoryline,
  writeStorylineRow,
} from './storyline-rows.ts';

/** A storyline with the content that it was read from. */
interface ReadStoryline {
  storyline: Storyline;
  content: DeckContent;
}

/**
 * Reads the slides of a deck for its audience: the stored ones, else those by rules. Errors: those
 * of readDeckContent.
 */
export async function readStoryline(
  owner: Pick<ReportOwner, 'services' | 'tenantId'>,
  order: DeckOrder,
): Promise<ReadStoryline> {
  const { services, tenantId } = owner;
  const { engagementId, filename, audience } = order;
  const [content, [[row]]] = await Promise.all([
    readDeckContent(owner, order),
    services.database.batchTenant(tenantId, [selectStoryline(tenantId, engagementId, filename)]),
  ]);
  const byRules = buildSlides(content);
  if (audience === 'team' || !row)
    return { storyline: toStoryline(order, content, byRules, row), content };
  // A client reads what a person or a model wrote without what is the team's.
  const clean = await cleanForClient(owner, order, content, [...row.slides, ...row.dropped]);
  const shown = { ...row, slides: row.slides.map(clean), dropped: [], findings: [] };
  return { storyline: toStoryline(order, content, byRules, shown), content };
}

/**
 * Makes the function that leaves out of stored slides what is the team's, as documents do for
 * clients.
 */
async function cleanForClient(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  { engagementId }: DeckOrder,
  { engagement, titles, documents }: DeckContent,
  slides: readonly StoredSlide[],
): Promise<(slide: StoredSlide) => StoredSlide> {
  const said = [
    ...new Set(slides.flatMap(({ title, points }) => [title ?? [], points ?? []].flat())),
  ];
  // Names of files become words if a document cites them.
  const files = documents.flatMap(({ citations }) =>
    citations.filter(({ source }) => source.kind === 'attachment'),
  );
  const citations = [
    ...new Map(files.map((citation) => [citation.source.title, citation])).values(),
  ];
  const cited = said.map((text) => ({ content: escapeMarkdown(text), citations }));
  const named = { tenantId, engagementId, tasks: engagement.tasks, titles };
  const cleaned = await toClientTexts(services, named, cited);
  const words = new Map(
    said.map((text, at) => [text, renderText(cleaned[at]?.content ?? '').text.trim()]),
  );
  return (slide) => ({
    ...slide,
    title: (slide.title === null ? null : words.get(slide.title)) || null,
    points: slide.points === null ? null : slide.points.flatMap((point) => words.get(point) || []),
  });
}

/** Returns a storyline as the API gives it: the row's slides, else those by rules. */
export function toStoryline(
  { filename }: DeckOrder,
  content: DeckContent,
  byRules: RuleSlides,
  row: StorylineRow | undefined,
): Storyline {
  const { language, hasNotes } = content.subject;
  const latest = content.documents.map((document) => ({
    filename: document.filename,
    version: document.version,
  }));
  if (!row) {
    return {
      filename,
      origin: 'documents',
      status: 'ready',
      failureReason: null,
      revision: 0,
      language,
      slides: byRules.slides.map(toSlide),
      dropped: hasNotes ? byRules.spare.map(toSlide) : [],
      documents: latest,
      stale: false,
      findings: [],
      costUsd: 0,
      updatedAt: null,
    };
  }
  const isChosen = row.slides.length > 0;
  const stored = new Set([...row.slides, ...row.dropped].map(({ id }) => id));
  const spare = hasNotes ? byRules.spare.filter(({ id }) => !stored.has(id)) : [];
  return {
    filename,
    origin: row.origin,
    status: row.status,
    failureReason: row.failure_reason,
    revision: row.revision,
    language,
    slides: (isChosen ? placeSlides(row.slides, byRules, content) : byRules.slides).map(toSlide),
    dropped: [...placeSlides(row.dropped, byRules, content), ...spare].map(toSlide),
    documents: isChosen ? row.documents : latest,
    stale: isChosen && isStale(row.documents, latest),
    findings: row.findings,
    costUsd: nanoToUsd(row.cost_nano_usd),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * True if a document has another version than the storyline was written from, was added, or is
 * gone.
 */
function isStale(written: Storyline['documents'], latest: Storyline['documents']): boolean {
  const versions = new Map(written.map(({ filename, version }) => [filename, version]));
  return (
    written.length !== latest.length ||
    latest.some(({ filename, version }) => versions.get(filename) !== version)
  );
}

function toSlide({ id, kind, title, points, chart, table, sources, notes }: BuiltSlide): Slide {
  return { id, kind, title, points, chart, table, sources, notes };
}

/** Reads the slides of a deck. Errors: those of readDeckContent. */
export async function getStoryline(context: RequestContext, order: DeckOrder): Promise<Storyline> {
  return (await readStoryline(context, order)).storyline;
}

/**
 * Stores the slides that a person keeps, in their order and with their titles. Errors:
 * `invalid_request` for an unknown slide, `not_latest_version`, `storyline_writing`, those of
 * readDeckContent.
 */
export async function updateStoryline(
  context: RequestContext,
  engagementId: string,
  { filename = null, revision, slides }: UpdateStorylineBody,
): Promise<Storyline> {
  const { services, tenantId } = context;
  const order = { engagementId, filename, audience: 'team' } as const;
  const content = await readDeckContent(context, order);
  const byRules = buildSlides(content);
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    const { rows } = await tx.query(selectStoryline(tenantId, engagementId, filename));
    const [row] = rows;
    if ((row?.revision ?? 0) !== revision) {
      throw new ApiError('not_latest_version', { values: { version: row?.revision ?? 0 } });
    }
    if (row?.status === 'writing') throw new ApiError('storyline_writing');
    const known = [
      ...(row?.slides ?? []),
      ...(row?.dropped ?? []),
      ...[...byRules.slides, ...byRules.spare].map(storeByRule),
    ];
    const kept = slides.map(({ id, title, points }, index) => {
      const slide = known.find((one) => one.id === id);
      const isRepeated = slides.findIndex((one) => one.id === id) !== index;
      if (!slide || isRepeated)
        throw refuseSlide(index, slide ? 'is listed twice' : 'names no slide of this deck');
      const said = points?.map((point) => point.trim()) ?? slide.points;
      const rule = findSlide(slide, byRules, content)?.rule ?? null;
      return {
        ...slide,
        title: title.trim() === rule?.title ? null : title.trim(),
        points: said !== null && rule !== null && isSame(said, rule.points) ? null : said,
      };
    });
    const stays = new Set(kept.map(({ id }) => id));
    const before =
      row && row.slides.length > 0
        ? [...row.slides, ...row.dropped]
        : byRules.slides.map(storeByRule);
    const written: StorylineRow = {
      engagement_id: engagementId,
      filename: filename ?? '',
      origin: 'person',
      status: 'ready',
      failure_reason: null,
      revision: revision + 1,
      slides: kept,
      dropped: before.filter(({ id }) => !stays.has(id)),
      documents: content.documents.map(({ filename: name, version }) => ({
        filename: name,
        version,
      })),
      findings: (row?.findings ?? []).filter(({ slideId }) => stays.has(slideId)),
      draft_id: null,
      cost_nano_usd: row?.cost_nano_usd ?? 0,
      updated_at: services.clock.now(),
    };
    await writeStorylineRow(tx, tenantId, written);
    await recordAudit(tx, context, {
      action: 'storyline.update',
      resourceType: 'engagement',
      resourceId: engagementId,
      metadata: { filename, slides: kept.length, dropped: written.dropped.length },
    });
    return toStoryline(order, content, byRules, written);
  });
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, at) => text === others[at]);

function refuseSlide(index: number, message: string): ApiError {
  return new ApiError('invalid_request', { details: [{ path: `/slides/${index}/id`, message }] });
}

/** Returns a slide by rules as it is stored: its texts stay those of the documents. */
export function storeByRule({ id, kind, place, cites }: BuiltSlide): StoredSlide {
  return { id, kind, title: null, points: null, place, cites };
}

/**
 * Deletes the stored slides, so that the deck follows the documents by rules again. Errors:
 * `not_found`, `deliverable_not_found`.
 */
export function deleteStoryline(
  context: RequestContext,
  engagementId: string,
  filename: string | null,
): Promise<{ success: boolean }> {
  const { tenantId } = context;
  return context.commit(async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    if (await deleteStorylineRow(tx, tenantId, engagementId, filename)) {
      await recordAudit(tx, context, {
        action: 'storyline.reset',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename },
      });
    } else if (filename !== null) {
      const { rows } = await tx.query(selectLatestDeliverables(tenantId, engagementId, filename));
      if (rows.length === 0) throw new ApiError('deliverable_not_found');
    }
    return { success: true };
  });
}
