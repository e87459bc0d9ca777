import { escapeMarkdown, renderText } from '@ecp/markdown/rendered-text';
import { toClientTexts } from '../exports/client-texts.ts';
import type { ReportOwner } from '../exports/report-content.ts';
import type { DeckContent, DeckOrder } from './deck-content.ts';
import type { StoredSlide } from './storyline-rows.ts';

/** Returns what leaves out of a stored slide what is the team's, as documents do for clients (contract 17). */
export async function cleanForClient(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  { engagementId }: DeckOrder,
  { engagement, titles, documents }: DeckContent,
  slides: readonly StoredSlide[],
): Promise<(slide: StoredSlide) => StoredSlide> {
  const said = [...new Set(slides.flatMap(({ title, points }) => [title ?? [], points ?? []].flat()))];
  // Names of files become words if a document cites them.
  const files = documents.flatMap(({ citations }) => citations.filter(({ source }) => source.kind === 'attachment'));
  const citations = [...new Map(files.map((citation) => [citation.source.title, citation])).values()];
  const cited = said.map((text) => ({ content: escapeMarkdown(text), citations }));
  const named = { tenantId, engagementId, tasks: engagement.tasks, titles };
  const cleaned = await toClientTexts(services, named, cited);
  const words = new Map(said.map((text, at) => [text, renderText(cleaned[at]?.content ?? '').text.trim()]));
  return (slide) => ({
    ...slide,
    title: (slide.title === null ? null : words.get(slide.title)) || null,
    points: slide.points === null ? null : slide.points.flatMap((point) => words.get(point) || []),
  });
}
