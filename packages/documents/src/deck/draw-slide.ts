import { readChart } from './chart/chart-data.ts';
import { writeChartWorkbook } from './chart/chart-workbook.ts';
import { writeChart } from './chart/chart-xml.ts';
import type { Deck, Slide, SlideChart, SlideTable } from './deck-types.ts';
import { type DeckWords, wordsOf, writeDay } from './deck-words.ts';
import { fitLine, fitParagraphs, measureParagraphs } from './fit-text.ts';
import { type Box, emuPerPoint, inches, points, splitAcross, splitBelow } from './geometry.ts';
import { type PackageParts, partTypes, relationTypes } from './package-parts.ts';
import type { DeckLanguage } from './script-fonts.ts';
import { addFrame, addPlaceholder, addRule, addSlideNumber, addTextBox, type SlideDraft } from './slide-xml.ts';
import { type CellLook, layOutTable, writeTable } from './table-xml.ts';
import { contentPlaceholders, type Design, isSource, type Layout, type Placeholder } from './template/read-design.ts';
import { type ParagraphLook, writeParagraph } from './text-xml.ts';
import { cleanLine } from './xml.ts';

/** What all slides of a deck share. Parts of charts go to `parts`. */
export interface SlideContext {
  deck: Deck;
  language: DeckLanguage;
  design: Design;
  parts: PackageParts;
  footer: string | null;
}

/** A slide as its kind needs it, with its texts as lines that are not empty. */
interface Content extends Slide {
  words: DeckWords;
}

/** Draws a slide, on as many as its table and its texts need. */
export function drawSlide(slide: Slide, context: SlideContext): SlideDraft[] {
  const words = wordsOf(context.language.base);
  const lines = (texts: readonly string[]) => texts.map(cleanLine).filter((text) => text !== '');
  const content: Content = {
    ...slide,
    ...{ title: cleanLine(slide.title), words },
    ...{ points: lines(slide.points), sources: lines(slide.sources), notes: lines(slide.notes) },
  };
  if (slide.kind === 'title') return [drawTitleSlide(content, context)];
  const drafts = drawContent(content, context);
  const [first] = drafts;
  if (first) first.notes = [...content.notes, ...first.notes];
  return drafts;
}

function drawTitleSlide(content: Content, context: SlideContext): SlideDraft {
  const { deck, language, design } = context;
  const layout = design.layouts.title;
  const draft: SlideDraft = { layout, shapes: [], relations: [], notes: content.notes };
  addTitle(draft, layout, content, context);
  const texts = [cleanLine(deck.client), ...content.points, writeDay(deck.date, language.base)].filter(
    (text) => text !== '',
  );
  const place =
    layout.placeholders.find(({ type }) => type === 'subTitle') ??
    layout.placeholders.find(({ type, box }) => type === 'body' && box !== null);
  if (place?.box)
    addTexts(
      draft,
      texts,
      { place, name: 'Subtitle', box: place.box, look: { hasBullet: false }, sizes: stepsFrom(place.textSize, 10) },
      context,
    );
  else draft.notes = [...draft.notes, ...texts];
  return draft;
}

/** Sizes from that of a placeholder down. */
function stepsFrom(size: number, least: number): number[] {
  const steps = [1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5, 0.44, 0.38].map((share) => Math.round(size * share));
  return [...new Set(steps.filter((step) => step >= least))].concat(
    size < least ? [size] : steps.some((step) => step === least) ? [] : [least],
  );
}

/** Adds the title in two lines at most; the whole title goes to the notes if it is longer. */
function addTitle(
  draft: SlideDraft,
  layout: Layout,
  { title, words }: Content,
  { design, language }: SlideContext,
  suffix = '',
): void {
  const place = layout.placeholders.find(({ type }) => type === 'title' || type === 'ctrTitle');
  if (!place) return;
  const isCover = place.type === 'ctrTitle' || layout === design.layouts.title;
  const box = place.box ?? { x: 0, y: 0, width: design.size.width, height: inches(1) };
  const widthPt = (box.width - place.insets.across) / emuPerPoint;
  const heightPt = (box.height - place.insets.down) / emuPerPoint;
  const sizes = stepsFrom(place.textSize, isCover ? 16 : 14);
  const most = isCover ? 3 : 2;
  const fitted = fitLine(
    `${title}${suffix}`,
    { isBold: place.isBold, fontWidth: design.fontWidth },
    {
      ...{ widthPt, heightPt, maxLines: most, sizes },
    },
  );
  const look: ParagraphLook = fitted.size === place.textSize ? {} : { size: fitted.size };
  addPlaceholder(draft, place, 'Title', writeParagraph(fitted.text, look, language));
  if (fitted.isCut) draft.notes.push(`${words.fullTitle}${title}`);
}

interface TextPlace {
  /** Null for a text box. */
  place: Placeholder | null;
  name: string;
  box: Box;
  look: ParagraphLook;
  sizes: readonly number[];
}

/** Adds paragraphs that fit, and returns those that do not. */
function addTexts(
  draft: SlideDraft,
  texts: readonly string[],
  { place, name, box, look, sizes }: TextPlace,
  { design, language }: SlideContext,
): string[] {
  const insets = place?.insets ?? { across: 0, down: 0 };
  const indent = look.hasBullet === false ? 0 : 20;
  const room = {
    widthPt: Math.max(20, (box.width - insets.across) / emuPerPoint - indent),
    heightPt: (box.height - insets.down) / emuPerPoint,
    ...{ gap: look.spaceAfter ?? 0.4, sizes },
  };
  const style = { fontWidth: design.fontWidth, isBold: look.isBold ?? false };
  const { size, count } = fitParagraphs(texts, style, room);
  const shown = texts.slice(0, count);
  const rest = texts.slice(count);
  if (count === 0 && texts[0] !== undefined) {
    const maxLines = Math.max(1, Math.floor(room.heightPt / (size * 1.2)));
    shown.push(fitLine(texts[0], style, { widthPt: room.widthPt, maxLines, sizes: [size] }).text);
  }
  const paragraphs = shown.map((text, at) => {
    const lead = leadOf(text);
    return writeParagraph(
      text,
      {
        ...{ spaceAfter: 0.4, ...look, size },
        ...(lead !== null && look.hasBullet !== false && { lead }),
        ...(look.number !== undefined && { number: look.number + at }),
      },
      language,
    );
  });
  if (paragraphs.length === 0) return rest;
  if (place) addPlaceholder(draft, place, name, paragraphs.join(''), box === place.box ? undefined : box);
  else addTextBox(draft, name, box, paragraphs.join(''));
  return rest;
}

/** Returns the beginning of a point that names what it is about, such as `Price: `. */
function leadOf(text: string): string | null {
  const [lead] = /^[^:：—–]{2,40}(?:[:：]|\s[—–])(?=\s|\P{ASCII})/u.exec(text) ?? [];
  return lead ?? null;
}

/** Starts a slide of a layout: title, sources, footer and number; returns the area that is left. */
function startSlide(
  content: Content,
  context: SlideContext,
  suffix = '',
): { draft: SlideDraft; area: Box; place: Placeholder | null } {
  const { design, language, footer } = context;
  const layout = design.layouts.content;
  const draft: SlideDraft = { layout, shapes: [], relations: [], notes: [] };
  addTitle(draft, layout, content, context, suffix);
  const [place = null] = contentPlaceholders(layout, design.size);
  let area = place?.box ?? {
    x: inches(0.6),
    y: inches(1.6),
    width: design.size.width - inches(1.2),
    height: design.size.height - inches(2.6),
  };
  if (content.sources.length > 0 && content.kind !== 'sources') {
    const own = layout.placeholders.find((each) => isSource(each) && each.box);
    const text = content.words.source + content.sources.join('; ');
    const lines = (width: number) => ({ widthPt: width / emuPerPoint, maxLines: 2, sizes: [9, 8] });
    const style = { fontWidth: design.fontWidth };
    const target = own?.box ?? splitBelow(area, points(24), points(6))[1];
    const fitted = fitLine(text, style, lines(target.width));
    const paragraph = writeParagraph(
      fitted.text,
      { size: fitted.size, ...(own ? {} : { color: 'muted' }), hasBullet: false },
      language,
    );
    if (own) addPlaceholder(draft, own, 'Source', paragraph);
    else {
      addTextBox(draft, 'Source', target, paragraph, 'b');
      [area] = splitBelow(area, points(24), points(6));
    }
    if (fitted.isCut) draft.notes.push(text);
  }
  const foot = layout.placeholders.find(({ type }) => type === 'ftr');
  const footText = footer ?? foot?.text ?? '';
  if (foot && footText !== '') addPlaceholder(draft, foot, 'Footer', writeParagraph(footText, {}, language));
  const number = layout.placeholders.find(({ type }) => type === 'sldNum');
  if (number) addSlideNumber(draft, number, language.tag);
  return { draft, area, place };
}

function drawContent(content: Content, context: SlideContext): SlideDraft[] {
  const { chart, table, kind } = content;
  const data = chart && readChart(chart, { language: context.language.base, words: content.words });
  const hasTable = table !== null && table.columns.length > 0;
  if (kind === 'sources') return drawSources(content, context, hasTable ? table : null);
  if (data && chart) {
    const draft = drawChartSlide(content, chart, data, context);
    return hasTable ? [draft, ...drawTableSlides({ ...content, points: [] }, table, context)] : [draft];
  }
  if (hasTable) return drawTableSlides(content, table, context);
  return drawTextSlides(
    chart ? { ...content, points: content.points.length > 0 ? content.points : [content.words.noData] } : content,
    context,
  );
}

/** Sizes of text beside an exhibit, and of text alone. */
const sideSizes = [16, 15, 14, 13, 12, 11, 10];
const textSizes = [20, 18, 16, 15, 14, 13, 12];

function drawTextSlides(content: Content, context: SlideContext): SlideDraft[] {
  const drafts: SlideDraft[] = [];
  let rest = content.points;
  do {
    const { draft, area, place } = startSlide(content, context, drafts.length > 0 ? ` (${drafts.length + 1})` : '');
    const before = rest.length;
    const left = addTexts(
      draft,
      rest,
      { place, name: 'Text', box: area, look: { spaceAfter: 0.7 }, sizes: textSizes },
      context,
    );
    // A paragraph that is higher than a slide is cut, and stands whole in the notes.
    if (left.length === before && rest[0] !== undefined) draft.notes.push(rest[0]);
    rest = left.length === before ? left.slice(1) : left;
    drafts.push(draft);
  } while (rest.length > 0);
  return drafts;
}

function drawChartSlide(
  content: Content,
  chart: SlideChart,
  data: NonNullable<ReturnType<typeof readChart>>,
  context: SlideContext,
): SlideDraft {
  const { design, language, parts } = context;
  const { draft, area, place } = startSlide(content, context);
  const isWide = area.width > area.height * 1.5;
  let box = area;
  if (content.points.length > 0) {
    const side = isWide
      ? splitAcross(area, 0.69, inches(0.4), language.isRtl)
      : splitBelow(area, Math.round(area.height * 0.27), inches(0.2));
    box = side[0];
    if (isWide) {
      const x = language.isRtl ? side[1].x + side[1].width + inches(0.2) : side[1].x - inches(0.2);
      addRule(draft, { x, y: area.y, width: 0, height: area.height }, 0.75, 'accent1');
    }
    const rest = addTexts(
      draft,
      content.points,
      { place, name: 'Takeaways', box: side[1], look: { spaceAfter: 0.6 }, sizes: sideSizes },
      context,
    );
    if (rest.length > 0) draft.notes.push(...rest);
  }
  const number = [...parts.keys()].filter((name) => name.startsWith('ppt/charts/deck')).length + 1;
  const part = `ppt/charts/deckChart${number}.xml`;
  const workbook = `ppt/embeddings/deckWorkbook${number}.xlsx`;
  const size = box.width > inches(6) ? 12 : 11;
  parts.set(workbook, { content: writeChartWorkbook(data), type: partTypes.workbook, relations: [] });
  parts.set(part, {
    content: writeChart(data, {
      language,
      colors: design.colors,
      size,
      ratio: box.width / box.height,
      fontWidth: design.fontWidth,
    }),
    type: partTypes.chart,
    relations: [{ id: 'rId1', type: relationTypes.package, target: workbook }],
  });
  draft.relations.push({ id: 'rIdChart', type: relationTypes.chart, target: part });
  addFrame(draft, {
    ...{ name: 'Chart', description: describeChart(content.title, chart), box },
    place: content.points.length === 0 ? place : null,
    content:
      '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rIdChart"/></a:graphicData>',
  });
  return draft;
}

/** Says what a chart shows to readers who do not see it: its message and its values, of many the first. */
function describeChart(title: string, { categories, series, unit }: SlideChart): string {
  const shown = categories.slice(0, 12);
  const lines = series.slice(0, 6).map(({ name, values }) => {
    const pairs = shown.flatMap((category, at) => {
      const value = values[at];
      return typeof value === 'number' && Number.isFinite(value) ? [`${cleanLine(category)} ${value}`] : [];
    });
    return `${cleanLine(name)}: ${pairs.join(', ')}${values.length > shown.length ? ', …' : ''}`;
  });
  const text = [title, ...lines].join('. ') + (unit === null ? '' : ` (${cleanLine(unit)})`);
  return text.length > 2_000 ? `${text.slice(0, 1_999).toWellFormed()}…` : text;
}

const tableSizes = [14, 13, 12, 11, 10.5];

function drawTableSlides(
  content: Content,
  table: SlideTable,
  context: SlideContext,
  look?: (row: number, column: number, text: string) => CellLook,
): SlideDraft[] {
  const { design, language } = context;
  const first = startSlide(content, context);
  const isSide =
    content.points.length > 0 &&
    table.columns.length <= 3 &&
    first.area.width > first.area.height * 1.5 &&
    content.kind === 'exhibit';
  let [box, side]: [Box, Box | null] = [first.area, null];
  if (content.points.length > 0) {
    const widthPt = first.area.width / emuPerPoint - 20;
    const needed =
      measureParagraphs(content.points, { size: 14, fontWidth: design.fontWidth }, { widthPt, gap: 0.4 }) + 16;
    const below = Math.min(points(needed), Math.round(first.area.height * 0.3));
    [box, side] = isSide
      ? splitAcross(first.area, 0.64, inches(0.4), language.isRtl)
      : splitBelow(first.area, below, inches(0.15));
  }
  const { pages, cut } = layOutTable(table, { box, fontWidth: design.fontWidth, sizes: tableSizes });
  return pages.map((page, at) => {
    const suffix = pages.length > 1 ? ` (${at + 1}/${pages.length})` : '';
    const { draft, place } = at === 0 && suffix === '' ? first : startSlide(content, context, suffix);
    if (at === 0) draft.notes.push(...cut);
    if (side && at === 0) {
      if (isSide)
        addRule(draft, { x: side.x - inches(0.2), y: side.y, width: 0, height: side.height }, 0.75, 'accent1');
      const rest = addTexts(
        draft,
        content.points,
        { place, name: 'Takeaways', box: side, look: { spaceAfter: 0.4 }, sizes: sideSizes.slice(isSide ? 0 : 2) },
        context,
      );
      draft.notes.push(...rest);
    }
    const width = page.widths.reduce((sum, each) => sum + each, 0);
    const height = page.heights.reduce((sum, each) => sum + each, 0);
    addFrame(draft, {
      ...{ name: 'Table', description: content.title, box: { ...box, width, height } },
      place: side && at === 0 ? null : place,
      content: writeTable(page, language, look ?? ((_, column) => (column === 0 ? { isBold: true } : {}))),
    });
    return draft;
  });
}

/** Draws the list of sources, numbered, on as many slides as it needs. */
function drawSources(content: Content, context: SlideContext, table: SlideTable | null): SlideDraft[] {
  const texts = [...content.points, ...content.sources];
  const drafts = table ? drawTableSlides({ ...content, points: [] }, table, context) : [];
  let rest = texts;
  let number = 1;
  while (rest.length > 0 || drafts.length === 0) {
    const { draft, area, place } = startSlide(content, context, drafts.length > 0 ? ` (${drafts.length + 1})` : '');
    const before = rest.length;
    const left = addTexts(
      draft,
      rest,
      { place, name: 'Sources', box: area, look: { spaceAfter: 0.5, number }, sizes: [14, 13, 12, 11] },
      context,
    );
    if (left.length === before && rest[0] !== undefined) draft.notes.push(rest[0]);
    rest = left.length === before ? left.slice(1) : left;
    number += before - rest.length;
    drafts.push(draft);
  }
  return drafts;
}
