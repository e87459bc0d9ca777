import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import { DeckTemplateError } from '@ecp/documents/deck/template/template-fault';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { deckFilename, ownerOf, type ReportOwner, renderPdf } from '../exports/report-content.ts';
import type { DeckContent, DeckOrder } from './deck-content.ts';
import { readDeckTemplate, refuse } from './deck-template.ts';
import { readStoryline } from './storylines.ts';

export interface DeckOptions {
  audience: ExportAudience;
  footnotes: FootnoteChoice | undefined;
  /** False for a request of headers alone, which is not recorded as an export. */
  delivers: boolean;
  signal: AbortSignal;
}

interface DeckDownload {
  filename: string;
  pptx: Buffer;
}

/** Writes the slides of all documents as a deck. Errors: those of writeDeck. */
export async function exportEngagementToDeck(
  context: RequestContext,
  engagementId: string,
  { audience, footnotes, delivers, signal }: DeckOptions,
): Promise<DeckDownload> {
  const order = { engagementId, filename: null, audience, footnotes };
  const { pptx, slides, content } = await writeDeck(ownerOf(context), order, signal);
  const filename = deckFilename(content.engagement.slug);
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'engagement.export_pptx',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, audience, slides },
      }),
    );
  }
  return { filename, pptx };
}

/** Writes the slides of one document as a deck. Errors: those of writeDeck. */
export async function exportDeliverableToDeck(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { audience, footnotes, delivers, signal }: DeckOptions,
): Promise<DeckDownload> {
  const { pptx, slides, content } = await writeDeck(
    ownerOf(context),
    { engagementId, filename, audience, footnotes },
    signal,
  );
  const [document] = content.documents;
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_pptx',
        resourceType: 'deliverable',
        resourceId: document?.id ?? '',
        metadata: { engagementId, filename, version: document?.version ?? 0, audience, slides },
      }),
    );
  }
  return {
    filename: deckFilename(audience === 'client' ? (document?.title ?? filename) : filename),
    pptx,
  };
}

interface WrittenDeck {
  pptx: Buffer;
  slides: number;
  content: DeckContent;
}

/**
 * Draws a storyline into the firm's master. Errors: those of readStoryline, readDeckTemplate and
 * renderPdf, `deck_template_refused`.
 */
async function writeDeck(
  owner: ReportOwner,
  order: DeckOrder,
  signal: AbortSignal,
): Promise<WrittenDeck> {
  const { services, tenantId, tenantName } = owner;
  const { storyline, content } = await readStoryline(owner, order);
  const { engagement, brand, subject } = content;
  const template = await readDeckTemplate(services, tenantId);
  const deck = {
    title: subject.title,
    client: engagement.client,
    date: services.clock.now().toISOString().slice(0, 10),
    language: subject.language,
    branding: { ...brand, companyName: brand.companyName ?? tenantName },
    slides: storyline.slides,
  };
  const writing = services.decks.write(deck, template ? { template } : {}, { tenantId, signal });
  const pptx = await renderPdf(writing, signal).catch((error: unknown) => {
    throw error instanceof DeckTemplateError ? refuse(error.fault, error) : error;
  });
  return { pptx, slides: storyline.slides.length, content };
}
