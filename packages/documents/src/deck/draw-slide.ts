import {
  type DeckWords,
  gradeOf,
  leadOf,
  wordsOf,
  writeDay,
  writeShare,
} from '@ecp/language/deck-words';
import { findEmphasis, findNamedCells } from '@ecp/language/title-names';
import { type ChartData, readChart } from './chart/chart-data.ts';
import { writeChartWorkbook } from './chart/chart-workbook.ts';
import { hasNamesAbove, writeChart, writeNamesAbove } from './chart/chart-xml.ts';
import { isDark, textOn } from './colors.ts';
import type { Slide, SlideChart, SlideTable } from './deck-types.ts';
import { type Card, drawCards } from './draw-cards.ts';
import { drawTimeline } from './draw-timeline.ts';
import { emuPerPoint, inches, points, splitAbove, splitBelow } from './geometry.ts';
import { partTypes, relationTypes } from './package-parts.ts';
import {
  addCallout,
  addTexts,
  addTitle,
  type ExhibitSlide,
  measureCallout,
  type SlideContent,
  type SlideContext,
  startBareSlide,
  startExhibitSlide,
  startSlide,
  stepsFrom,
} from './slide-frame.ts';
import { addFrame, addTextBox, type SlideDraft } from './slide-xml.ts';
import { type LookOfCell, layOutTable, writeTable } from './table-xml.ts';
import { contentPlaceholders } from './template/read-design.ts';
import { writeParagraph } from './text-xml.ts';
import { cleanLine, cleanText } from './xml.ts';

/** Draws a slide, on as many as its table and its texts need. */
export function drawSlide(slide: Slide, context: SlideContext): SlideDraft[] {
  const lines = (texts: readonly string[]) => texts.map(cleanText).filter((text) => text !== '');
  const content: SlideContent = {
    ...slide,
    title: cleanText(slide.title),
    words: wordsOf(context.language.base),
    points: lines(slide.points),
    sources: lines(slide.sources),
    notes: lines(slide.notes),
  };
  const drafts =
    slide.kind === 'title' ? [drawTitleSlide(content, context)] : drawContent(content, context);
  const [first] = drafts;
  if (first) first.notes = [...content.notes, ...first.notes];
  return drafts;
}

function drawTitleSlide(content: SlideContent, context: SlideContext): SlideDraft {
  const { deck, language, design } = context;
  const layout = design.layouts.title;
  const draft: SlideDraft = { layout, shapes: [], relations: [], notes: [] };
  addTitle(draft, layout, content, context);
  const client = cleanLine(deck.client);
  // A name that stands in the title stands there alone.
  const isNamed = content.title.toLowerCase().includes(client.toLowerCase());
  const texts = [
    isNamed ? '' : client,
    ...content.points,
    writeDay(deck.date, language.base),
  ].filter((text) => text !== '');
  const place =
    layout.placeholders.find(({ type }) => type === 'subTitle') ??
    layout.placeholders.find(({ type, box }) => type === 'body' && box !== null);
  if (!place?.box) {
    draft.notes.push(...texts);
    return draft;
  }
  const { box, insets, textSize } = place;
  const inner = { ...box, x: box.x + insets.across / 2, width: box.width - insets.across };
  const look = { hasBullet: false };
  draft.notes.push(
    ...addTexts(
      draft,
      texts,
      { place, name: 'Subtitle', box: inner, look, sizes: stepsFrom(textSize, 10) },
      context,
    ),
  );
  return draft;
}

function drawContent(content: SlideContent, context: SlideContext): SlideDraft[] {
  const { chart, kind, words, points } = content;
  const data = chart && readChart(chart, { language: context.language.base, words });
  const table =
    content.table !== null && content.table.columns.length > 0 ? cleanTable(content.table) : null;
  if (kind === 'sources') return drawSources(content, context, table);
  if (data && chart) {
    const draft = drawChartSlide(content, chart, data, context);
    return table
      ? [draft, ...drawTableSlides({ ...content, points: [] }, table, context)]
      : [draft];
  }
  const drawn = table ? drawFew(content, table, context) : drawLedPoints(content, context);
  if (drawn) return [drawn];
  if (table) return drawTableSlides(content, table, context);
  return drawTextSlides(
    chart && points.length === 0 ? { ...content, points: [words.noData] } : content,
    context,
  );
}

const cleanTable = ({ columns, rows, ...facts }: SlideTable): SlideTable => ({
  ...facts,
  columns: columns.map(({ name, numeric }) => ({ name: cleanText(name), numeric })),
  rows: rows.map((row) => columns.map((_, at) => cleanText(row[at] ?? ''))),
});

/**
 * Draws the rows of a timeline along an axis, and the figures of a summary as cards. Null if they
 * do not suit.
 */
function drawFew(
  content: SlideContent,
  table: SlideTable,
  context: SlideContext,
): SlideDraft | null {
  const rows = nameCells(table, content.words);
  if (content.kind === 'timeline') return drawTimeline(content, rows, context);
  const areFigures = content.kind === 'summary' && rows.every((row) => row.length === 2);
  return areFigures ? drawCards(content, toCards(rows), context) : null;
}

/**
 * Returns the rows of a table with the heads of its columns in the cells, because neither an axis
 * nor cards have heads. The first column names the rows, and a second one of words alone says what
 * each is.
 */
function nameCells({ columns, rows }: SlideTable, { source }: SlideContent['words']): string[][] {
  const [colon] = /\s?[:：]\s?$/u.exec(source) ?? [': '];
  const needsName = (at: number) => at > 0 && (columns.length > 2 || columns[at]?.numeric === true);
  return rows.map((row) =>
    row.map((cell, at) => {
      const head = columns[at]?.name ?? '';
      return cell === '' || head === '' || !needsName(at) ? cell : `${head}${colon}${cell}`;
    }),
  );
}

/**
 * Draws points that begin with what they are about: dates along an axis, options or risks as cards.
 */
function drawLedPoints(content: SlideContent, context: SlideContext): SlideDraft | null {
  const { kind, points } = content;
  const rows = points.flatMap((point) => {
    const lead = leadOf(point);
    return lead === '' ? [] : [[lead.replace(/\s*[:：—–]$/u, ''), point.slice(lead.length).trim()]];
  });
  if (rows.length === 0 || rows.length < points.length) return null;
  const bare = { ...content, points: [] };
  const areDates = rows.every(([lead = '']) => /\d/.test(lead));
  if (kind === 'timeline' || (kind === 'next_steps' && areDates))
    return drawTimeline(bare, rows, context);
  return kind === 'comparison' || kind === 'risks' ? drawCards(bare, toCards(rows), context) : null;
}

const toCards = (rows: readonly string[][]): Card[] =>
  rows.map(([lead = '', text = '']) => ({ lead, text }));

/** Sizes of points that stand alone on a slide. */
const textSizes = [22, 20, 18, 16, 15, 14, 13, 12];

function drawTextSlides(content: SlideContent, context: SlideContext): SlideDraft[] {
  const look = {};
  return continueTexts(content.points, [], content, context, () => ({
    look,
    sizes: textSizes,
    gap: [0.7, 2.6],
  }));
}

/** Draws the list of sources, numbered. */
function drawSources(
  content: SlideContent,
  context: SlideContext,
  table: SlideTable | null,
): SlideDraft[] {
  const drafts = table ? drawTableSlides({ ...content, points: [] }, table, context) : [];
  const texts = [...content.points, ...content.sources];
  // A deck without sources has no slide for them.
  if (texts.length === 0) return drafts;
  return continueTexts(texts, drafts, content, context, (at) => ({
    look: { number: at + 1 },
    sizes: [14, 13, 12, 11],
    gap: [0.5, 0.5],
  }));
}

/**
 * Draws paragraphs on as many slides as they need; one that is higher than a slide stands whole in
 * the notes.
 */
function continueTexts(
  texts: readonly string[],
  drafts: SlideDraft[],
  content: SlideContent,
  context: SlideContext,
  lookAt: (at: number) => {
    look: { number?: number };
    sizes: readonly number[];
    gap: readonly [number, number];
  },
): SlideDraft[] {
  const all = [...drafts];
  let at = 0;
  do {
    const { draft, area, place } = startSlide(content, context, {
      suffix: all.length > 0 ? ` (${all.length + 1})` : '',
    });
    const rest = texts.slice(at);
    const left = addTexts(draft, rest, { place, name: 'Text', box: area, ...lookAt(at) }, context);
    if (left.length > 0 && left.length === rest.length) draft.notes.push(...rest.slice(0, 1));
    at += Math.max(1, rest.length - left.length);
    all.push(draft);
  } while (at < texts.length);
  return all;
}

function drawChartSlide(
  content: SlideContent,
  chart: SlideChart,
  data: ChartData,
  context: SlideContext,
): SlideDraft {
  const { design, language, parts } = context;
  const { draft, box: whole, place } = startChartSlide(content, context);
  const isNamedAbove = hasNamesAbove(data);
  const [box, names] = isNamedAbove ? splitAbove(whole, points(18), points(4)) : [whole, whole];
  const number = [...parts.keys()].filter((name) => name.startsWith('ppt/charts/deck')).length + 1;
  const part = `ppt/charts/deckChart${number}.xml`;
  const workbook = `ppt/embeddings/deckWorkbook${number}.xlsx`;
  const widthPt = box.width / emuPerPoint;
  const look = {
    language,
    widthPt,
    colors: design.colors,
    size: widthPt > 400 ? 12 : 11,
    fontWidth: design.fontWidth,
    emphasis: findEmphasis(content.title, chart),
  };
  if (isNamedAbove) addTextBox(draft, 'Legend', names, writeNamesAbove(data, look));
  parts.set(workbook, {
    content: writeChartWorkbook(data),
    type: partTypes.workbook,
    relations: [],
  });
  parts.set(part, {
    content: writeChart(data, look),
    type: partTypes.chart,
    relations: [{ id: 'rId1', type: relationTypes.package, target: workbook }],
  });
  draft.relations.push({ id: 'rIdChart', type: relationTypes.chart, target: part });
  const namespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
  addFrame(draft, {
    name: 'Chart',
    description: describeChart(content.title, chart),
    box,
    place: isNamedAbove ? null : place,
    content: `<a:graphicData uri="${namespace}"><c:chart xmlns:c="${namespace}" r:id="rIdChart"/></a:graphicData>`,
  });
  return draft;
}

function startChartSlide(content: SlideContent, context: SlideContext): ExhibitSlide {
  if (content.points.length === 0) {
    const { draft, area, place } = startBareSlide(content, context);
    return { draft, box: area, place };
  }
  if (isWide(context)) return startExhibitSlide(content, context, 0.7);
  const slide = startSlide(content, context);
  const [box, below] = splitBelow(
    slide.area,
    measureCallout(content.points, slide.area, context),
    inches(0.15),
  );
  addCallout(slide, content.points, below, context);
  return { draft: slide.draft, box, place: null };
}

/** Tells whether there is room for points beside an exhibit. */
function isWide({ design: { layouts, size } }: SlideContext): boolean {
  const box = contentPlaceholders(layouts.content, size)[0]?.box;
  return box ? box.width > box.height * 1.5 : size.width > size.height * 1.2;
}

/**
 * Says what a chart shows to readers who do not see it: its message and its values, of many the
 * first.
 */
function describeChart(title: string, { categories, series, unit }: SlideChart): string {
  const shown = 12;
  const lines = series.slice(0, 6).map(({ name, values }) => {
    const pairs = values.slice(0, shown).flatMap((value, at) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return [];
      return [
        `${cleanLine(categories[at] ?? '')
          .slice(0, 60)
          .toWellFormed()} ${value}`.trim(),
      ];
    });
    return `${cleanLine(name)}: ${pairs.join(', ')}${values.length > shown ? ', …' : ''}`;
  });
  const text = [title, ...lines].join('. ') + (unit === null ? '' : ` (${cleanLine(unit)})`);
  return text.length > 2_000 ? `${text.slice(0, 1_999).toWellFormed()}…` : text;
}

const tableSizes = [16, 14, 13, 12, 11, 10.5];

function drawTableSlides(
  content: SlideContent,
  table: SlideTable,
  context: SlideContext,
): SlideDraft[] {
  const { design, language } = context;
  const { points } = content;
  const isSide =
    points.length > 0 && table.columns.length <= 3 && content.kind === 'exhibit' && isWide(context);
  const start = (isFirst: boolean, suffix: string) => {
    if (isFirst && isSide) return startExhibitSlide(content, context, 0.64, suffix);
    const slide =
      isFirst && points.length > 0
        ? startSlide(content, context, { suffix })
        : startBareSlide(content, context, suffix);
    return {
      ...slide,
      box: slide.area,
      place: isFirst && points.length > 0 ? null : slide.place,
      slide,
    };
  };
  const { box: full } = start(true, '');
  const foot = writeTableFoot(table, content.words);
  const [whole, footBox] =
    foot === '' ? [full, full] : splitBelow(full, inches(0.22), inches(0.06));
  const calloutHeight = isSide ? 0 : measureCallout(points, whole, context);
  const gap = inches(0.2);
  const box = calloutHeight > 0 ? splitBelow(whole, calloutHeight, gap)[0] : whole;
  const { pages, cut } = layOutTable(table, {
    box,
    fontWidth: design.fontWidth,
    sizes: tableSizes,
  });
  return pages.map((page, at) => {
    const started = start(at === 0, pages.length > 1 ? ` (${at + 1}/${pages.length})` : '');
    const { draft, place } = started;
    const width = page.widths.reduce((sum, each) => sum + each, 0);
    const height = page.heights.reduce((sum, each) => sum + each, 0);
    if (at === 0) draft.notes.push(...cut);
    if (at === 0 && 'slide' in started) {
      const y = Math.min(box.y + height + gap, whole.y + whole.height - calloutHeight);
      addCallout(started.slide, points, { ...whole, y, height: calloutHeight }, context);
    }
    if (foot !== '') {
      const look = { size: 10.5, hasBullet: false, color: 'muted', hasThemeFont: true } as const;
      addTextBox(draft, 'Remark', footBox, writeParagraph(foot, look, language));
    }
    addFrame(draft, {
      name: 'Table',
      description: content.title,
      box: { ...box, width, height },
      place,
      content: writeTable(page, {
        language,
        colors: design.colors,
        lookOf: cellLook(content, table, context),
      }),
    });
    return draft;
  });
}

/** Says what holds for the whole table, and how much of it the slides show; empty for neither. */
function writeTableFoot(
  { columns, rows, whole, remark = '' }: SlideTable,
  words: DeckWords,
): string {
  const shares: string[] = [];
  if (whole && whole.rows > rows.length) {
    shares.push(writeShare(words.rowsOf, rows.length, whole.rows));
  }
  if (whole && whole.columns > columns.length) {
    shares.push(writeShare(words.columnsOf, columns.length, whole.columns));
  }
  return [remark, ...shares].filter((text) => text !== '').join(' · ');
}

/**
 * The first column is bold, and rows or columns that the title speaks of have a shade. In a list of
 * risks, how likely and how grave they are shows as a shade.
 */
function cellLook(
  content: SlideContent,
  table: SlideTable,
  { design: { colors } }: SlideContext,
): LookOfCell {
  const named = findNamedCells(content, table);
  const isLight = !isDark(colors.bg1);
  return (at, column, row) => {
    if (named.rows.has(row[0] ?? '') || (at > 0 && named.columns.has(column)))
      return { isBold: true, ...(isLight && { fill: 'tint' }) };
    if (at === 0) return { isBold: true };
    const grade = content.kind === 'risks' ? gradeOf(row[at] ?? '') : null;
    if (grade === 'high')
      return {
        color: textOn(colors.accent1, colors),
        fill: 'accent1',
        isBold: true,
        isApart: true,
      };
    return grade === 'medium' && isLight ? { fill: 'mutedTint', isApart: true } : {};
  };
}
