import type { SlideTable } from './deck-types.ts';
import { measureParagraphs } from './fit-text.ts';
import { type Box, emuPerPoint, inches, points, splitBelow } from './geometry.ts';
import {
  addCallout,
  measureCallout,
  type SlideContent,
  type SlideContext,
  startBareSlide,
  startSlide,
} from './slide-frame.ts';
import { addRule, addShape, addTextBox, type SlideDraft } from './slide-xml.ts';
import { writeParagraph } from './text-xml.ts';
import { cleanText } from './xml.ts';

const maxSteps = 7;

/** Draws steps along a line. Returns null if there are too many of them, or their texts are too long. */
export function drawTimeline(content: SlideContent, table: SlideTable, context: SlideContext): SlideDraft | null {
  const { design, language } = context;
  const rows = table.rows.map((row) => row.map(cleanText));
  if (rows.length < 2 || rows.length > maxSteps || table.columns.length < 2) return null;
  const slide = content.points.length > 0 ? startSlide(content, context) : startBareSlide(content, context);
  const { draft } = slide;
  const callout = measureCallout(content.points, slide.area, context);
  const [area, below] = callout > 0 ? splitBelow(slide.area, callout, inches(0.2)) : [slide.area, slide.area];
  const gap = inches(0.22);
  const width = (area.width - gap * (rows.length - 1)) / rows.length;
  const widthPt = width / emuPerPoint;
  const boxOf = (at: number, y: number, height: number): Box => {
    const place = language.isRtl ? rows.length - 1 - at : at;
    return { x: area.x + place * (width + gap), y, width, height };
  };
  const lineY = area.y + Math.round(area.height * 0.2);
  const heights = { when: lineY - area.y - inches(0.15), what: area.y + area.height - lineY - inches(0.22) };
  const style = { fontWidth: design.fontWidth * 1.03 };
  const fits = (size: number) =>
    rows.every(([when = '', ...what]) => {
      const whenPt = measureParagraphs([when], { ...style, size, isBold: true }, { widthPt, gap: 0 });
      const whatPt = measureParagraphs(what, { ...style, size }, { widthPt, gap: 0.3 });
      return whenPt <= heights.when / emuPerPoint && whatPt <= heights.what / emuPerPoint;
    });
  const size = [16, 15, 14, 13, 12, 11].find(fits);
  if (size === undefined) return null;
  addRule(draft, { ...area, y: lineY, height: 0 }, 1.5, 'accent1');
  const dot = points(13);
  for (const [at, [when = '', ...what]] of rows.entries()) {
    const box = boxOf(at, area.y, heights.when);
    const x = language.isRtl ? box.x + box.width - dot : box.x;
    addShape(draft, 'ellipse', { x, y: lineY - dot / 2, width: dot, height: dot }, 'accent1');
    const look = { size, hasThemeFont: true, hasBullet: false, align: 'start' } as const;
    addTextBox(draft, 'When', box, writeParagraph(when, { ...look, isBold: true, color: 'tx1' }, language), 'b');
    const paragraphs = what.map((text, index) =>
      writeParagraph(text, { ...look, spaceAfter: 0.3, color: index === 0 ? 'tx1' : 'muted' }, language),
    );
    addTextBox(draft, 'What', boxOf(at, lineY + inches(0.22), heights.what), paragraphs.join(''));
  }
  const longest = Math.max(
    ...rows.map(([, ...what]) => measureParagraphs(what, { ...style, size }, { widthPt, gap: 0.3 })),
  );
  const y = Math.min(below.y, lineY + inches(0.6) + points(longest));
  addCallout(slide, content.points, { ...below, y }, context);
  return draft;
}
