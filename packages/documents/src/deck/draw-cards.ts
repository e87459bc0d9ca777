import { findNamed } from '@ecp/language/title-names';
import { isDark } from './colors.ts';
import { holdWords, measureParagraphs, substituteWidth } from './fit-text.ts';
import { type Box, emuPerPoint, inches, points, splitBelow } from './geometry.ts';
import {
  addCallout,
  measureCallout,
  type SlideContent,
  type SlideContext,
  startBareSlide,
  startSlide,
} from './slide-frame.ts';
import { addShape, addTextBox, type SlideDraft } from './slide-xml.ts';
import { writeParagraph } from './text-xml.ts';

/** A name or a figure in large type, and the words below it. */
export interface Card {
  lead: string;
  text: string;
}

const mostCards = 6;
const padding = 12;
/** A lead of so few letters, such as a figure, is set larger than a name. */
const shortLead = 16;

/**
 * Draws cards beside each other, points below. Returns null if there are too many, or their texts
 * are too long.
 */
export function drawCards(
  content: SlideContent,
  cards: readonly Card[],
  context: SlideContext,
): SlideDraft | null {
  const { design, language } = context;
  if (cards.length < 2 || cards.length > mostCards) return null;
  const perRow = cards.length <= 4 ? cards.length : 3;
  const rows = Math.ceil(cards.length / perRow);
  const slide =
    content.points.length > 0 ? startSlide(content, context) : startBareSlide(content, context);
  const callout = measureCallout(content.points, slide.area, context);
  const gap = inches(0.22);
  const [area, below] =
    callout > 0 ? splitBelow(slide.area, callout, gap) : [slide.area, slide.area];
  const width = (area.width - gap * (perRow - 1)) / perRow;
  const widthPt = width / emuPerPoint - 2 * padding;
  const mostPt = (area.height - gap * (rows - 1)) / rows / emuPerPoint;
  const leadScale = cards.every(({ lead }) => lead.length <= shortLead && /\d/.test(lead))
    ? 1.7
    : 1.15;
  const style = { fontWidth: design.fontWidth * substituteWidth };
  const [leads, texts] = [cards.map(({ lead }) => lead), cards.map(({ text }) => text)];
  const measure = (size: number) => {
    const heights = cards.map(
      ({ lead, text }) =>
        measureParagraphs(
          [lead],
          { ...style, size: size * leadScale, isBold: true },
          { widthPt, gap: 0 },
        ) +
        measureParagraphs([text], { ...style, size }, { widthPt, gap: 0 }) +
        size * 0.6,
    );
    return Math.max(...heights) + 2 * padding;
  };
  const size = [22, 20, 18, 16, 15, 14, 13, 12].find(
    (each) =>
      measure(each) <= mostPt &&
      holdWords(leads, { ...style, size: each * leadScale }, widthPt) &&
      holdWords(texts, { ...style, size: each }, widthPt),
  );
  if (size === undefined || widthPt < 80) return null;
  const height = points(Math.min(mostPt, Math.max(measure(size), mostPt * 0.6)));
  const named = findNamed(content.title, leads);
  for (const [at, { lead, text }] of cards.entries()) {
    const place = language.isRtl ? perRow - 1 - (at % perRow) : at % perRow;
    const y = area.y + Math.floor(at / perRow) * (height + gap);
    const box = { x: area.x + place * (width + gap), y, width, height };
    const isLoud = named.size === 0 || named.has(at);
    if (!isDark(design.colors.bg1))
      addShape(slide.draft, 'rect', box, isLoud ? 'tint' : 'mutedTint');
    addShape(slide.draft, 'rect', { ...box, height: points(3) }, isLoud ? 'accent1' : 'muted');
    const look = { hasThemeFont: true, hasBullet: false, align: 'start' } as const;
    const paragraphs = [
      writeParagraph(
        lead,
        {
          ...look,
          size: size * leadScale,
          isBold: true,
          color: isLoud ? 'accent1' : 'tx1',
          spaceAfter: 0.3,
        },
        language,
      ),
      writeParagraph(text, { ...look, size, color: 'tx1' }, language),
    ];
    addTextBox(slide.draft, 'Card', insideOf(box), paragraphs.join(''));
  }
  const end = area.y + rows * (height + gap);
  addCallout(slide, content.points, { ...below, y: Math.min(below.y, end) }, context);
  return slide.draft;
}

const insideOf = ({ x, y, width, height }: Box): Box => ({
  x: x + points(padding),
  y: y + points(padding),
  width: width - 2 * points(padding),
  height: height - 2 * points(padding),
});
