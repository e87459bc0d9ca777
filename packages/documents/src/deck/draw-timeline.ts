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
import { addRule, addShape, addTextBox, type SlideDraft } from './slide-xml.ts';
import { writeParagraph } from './text-xml.ts';

const maxSteps = 7;

/**
 * Draws steps along an axis: first when each is, below it what it is. Returns null if there are too
 * many of them, or their texts are too long.
 */
export function drawTimeline(
  content: SlideContent,
  rows: readonly string[][],
  context: SlideContext,
): SlideDraft | null {
  const { design, language } = context;
  if (rows.length < 2 || rows.length > maxSteps || rows.some((row) => row.length < 2)) return null;
  const slide =
    content.points.length > 0 ? startSlide(content, context) : startBareSlide(content, context);
  const { draft } = slide;
  const callout = measureCallout(content.points, slide.area, context);
  const [area, below] =
    callout > 0 ? splitBelow(slide.area, callout, inches(0.2)) : [slide.area, slide.area];
  const gap = inches(0.22);
  const width = (area.width - gap * (rows.length - 1)) / rows.length;
  const widthPt = width / emuPerPoint;
  const style = { fontWidth: design.fontWidth * substituteWidth };
  const space = { above: inches(0.15), below: inches(0.22) };
  const measure = (size: number) => {
    const when = rows.map(([first = '']) =>
      measureParagraphs([first], { ...style, size, isBold: true }, { widthPt, gap: 0 }),
    );
    const what = rows.map(([, ...others]) =>
      measureParagraphs(others, { ...style, size }, { widthPt, gap: 0.3 }),
    );
    const heights = { when: points(Math.max(...when)), what: points(Math.max(...what)) };
    return { ...heights, whole: heights.when + space.above + space.below + heights.what };
  };
  const size = [20, 18, 16, 15, 14, 13, 12, 11].find(
    (each) =>
      measure(each).whole <= area.height &&
      holdWords(rows.flat(), { ...style, size: each }, widthPt),
  );
  if (size === undefined) return null;
  const heights = measure(size);
  const top = area.y + Math.round((area.height - heights.whole) * 0.3);
  const lineY = top + heights.when + space.above;
  const textY = lineY + space.below;
  const boxOf = (at: number, y: number, height: number): Box => {
    const place = language.isRtl ? rows.length - 1 - at : at;
    return { x: area.x + place * (width + gap), y, width, height };
  };
  addRule(draft, { ...area, y: lineY, height: 0 }, 1.5, 'accent1');
  const dot = points(13);
  for (const [at, [when = '', ...what]] of rows.entries()) {
    const box = boxOf(at, top, heights.when);
    const x = language.isRtl ? box.x + box.width - dot : box.x;
    addShape(draft, 'ellipse', { x, y: lineY - dot / 2, width: dot, height: dot }, 'accent1');
    const look = { size, hasThemeFont: true, hasBullet: false, align: 'start' } as const;
    addTextBox(
      draft,
      'When',
      box,
      writeParagraph(when, { ...look, isBold: true, color: 'tx1' }, language),
      'b',
    );
    const paragraphs = what.map((text, index) =>
      writeParagraph(
        text,
        { ...look, spaceAfter: 0.3, color: index === 0 ? 'tx1' : 'muted' },
        language,
      ),
    );
    addTextBox(draft, 'What', boxOf(at, textY, area.y + area.height - textY), paragraphs.join(''));
  }
  const y = Math.min(below.y, textY + heights.what + inches(0.35));
  addCallout(slide, content.points, { ...below, y }, context);
  return draft;
}
