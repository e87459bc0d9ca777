import { type DeckWords, leadOf } from '@ecp/language/deck-words';
import { breakLines } from '@ecp/language/text-lines';
import type { Deck, Slide } from './deck-types.ts';
import {
  fitLine,
  fitParagraphs,
  measureParagraphs,
  substituteWidth,
  titleLineHeight,
} from './fit-text.ts';
import {
  type Box,
  emuPerPoint,
  exhibitGap,
  inches,
  points,
  splitAcross,
  splitBelow,
} from './geometry.ts';
import type { PackageParts } from './package-parts.ts';
import type { DeckLanguage } from './script-fonts.ts';
import {
  addPlaceholder,
  addRule,
  addShape,
  addSlideNumber,
  addTextBox,
  type SlideDraft,
} from './slide-xml.ts';
import {
  contentPlaceholders,
  type Design,
  isSource,
  type Layout,
  type Placeholder,
} from './template/read-design.ts';
import { type ParagraphLook, writeParagraph } from './text-xml.ts';

/** What all slides of a deck share. Parts of charts go to `parts`. */
export interface SlideContext {
  deck: Deck;
  language: DeckLanguage;
  design: Design;
  parts: PackageParts;
  /** The text of the footer; null keeps the footer of the layout. */
  footer: string | null;
}

/** A slide whose texts are lines that are not empty. */
export interface SlideContent extends Slide {
  words: DeckWords;
}

/** A slide that has its title and foot, and the area that is left. */
interface StartedSlide {
  draft: SlideDraft;
  /** Where texts and exhibits begin and end. */
  area: Box;
  /** The placeholder of the area. */
  place: Placeholder | null;
}

/** Sizes of text beside or below an exhibit. */
const sideSizes: readonly number[] = [16, 15, 14, 13, 12, 11, 10];

/** What programs write into a footer that nobody has filled. */
const footPrompt =
  /^\W*(?:footer(?: text)?|fu(?:ß|ss)zeile(?:ntext)?|pied de page|pie de página|フッター|click to .*)\W*$/i;

/** Starts a slide on a layout: title, sources, footer and number. */
export function startSlide(
  content: SlideContent,
  context: SlideContext,
  given: { suffix?: string; layout?: Layout } = {},
): StartedSlide {
  const { design, language, footer } = context;
  const layout = given.layout ?? design.layouts.content;
  const draft: SlideDraft = { layout, shapes: [], relations: [], notes: [] };
  addTitle(draft, layout, content, context, given.suffix);
  const [home = null] = contentPlaceholders(design.layouts.content, design.size);
  let area = insideOf(home, design);
  if (content.sources.length > 0 && content.kind !== 'sources')
    area = addSourceLine(draft, area, layout, content, context);
  const foot = layout.placeholders.find(({ type }) => type === 'ftr');
  const footText = footer ?? (foot && !footPrompt.test(foot.text) ? foot.text : '');
  if (foot && footText !== '')
    addPlaceholder(draft, foot, 'Footer', writeParagraph(footText, {}, language));
  const number = layout.placeholders.find(({ type }) => type === 'sldNum');
  if (number) addSlideNumber(draft, number, language.tag);
  return { draft, area, place: layout === design.layouts.content ? home : null };
}

/**
 * Starts a slide that shows only what is drawn. Without a layout for that, the layout for content
 * serves.
 */
export function startBareSlide(
  content: SlideContent,
  context: SlideContext,
  suffix = '',
): StartedSlide {
  const { content: standard, titleOnly } = context.design.layouts;
  const [place] = contentPlaceholders(standard, context.design.size);
  return startSlide(content, context, {
    suffix,
    layout: place?.type === 'obj' ? standard : titleOnly,
  });
}

/** Returns the box of the text in a placeholder. */
function insideOf(place: Placeholder | null, { size: { width, height } }: Design): Box {
  const box = place?.box ?? {
    x: width * 0.05,
    y: height * 0.22,
    width: width * 0.9,
    height: height * 0.65,
  };
  const across = place?.insets.across ?? 0;
  return { ...box, x: box.x + across / 2, width: box.width - across };
}

/** A slide with a place for an exhibit, and points beside it. */
export interface ExhibitSlide {
  draft: SlideDraft;
  box: Box;
  /** The placeholder that the exhibit fills; null if the points have the only one. */
  place: Placeholder | null;
}

/**
 * Starts a slide with points beside an exhibit, of which a share of the width is that of the
 * exhibit.
 */
export function startExhibitSlide(
  content: SlideContent,
  context: SlideContext,
  share: number,
  suffix = '',
): ExhibitSlide {
  const { design, language } = context;
  const { exhibit } = design;
  const texts = { name: 'Takeaways', look: {}, sizes: sideSizes, gap: [0.5, 1.1] as const };
  if (exhibit) {
    const { draft, area } = startSlide(content, context, { suffix, layout: exhibit.layout });
    // Sources without a place of their own stand at the foot of the area.
    const bottom = area.y + area.height;
    const cut = (box: Box) => ({ ...box, height: Math.min(box.height, bottom - box.y) });
    const box = cut(insideOf(exhibit.text, design));
    draft.notes.push(
      ...addTexts(draft, content.points, { ...texts, place: exhibit.text, box }, context),
    );
    return { draft, box: cut(insideOf(exhibit.exhibit, design)), place: exhibit.exhibit };
  }
  const { draft, area, place } = startSlide(content, context, { suffix });
  const [box, side] = splitAcross(area, share, exhibitGap, language.isRtl);
  const x = language.isRtl ? side.x + side.width + exhibitGap / 2 : side.x - exhibitGap / 2;
  addRule(draft, { x, y: area.y, width: 0, height: area.height }, 0.75, 'accent1');
  draft.notes.push(...addTexts(draft, content.points, { ...texts, place, box: side }, context));
  return { draft, box, place: null };
}

/** Size of the sources at the foot, in points. */
const sourceSize = 9;
const longestSource = 48;

/** Shortens the name of a source at a comma or the like, else between words. */
function shortenSource(name: string): string {
  if (name.length <= longestSource) return name;
  const start = name.slice(0, longestSource + 1).toWellFormed();
  const clause = /^.{16,}(?=[,;:(–])/u.exec(start)?.[0].trimEnd();
  return clause ?? `${start.replace(/\s+\S*$/u, '')}…`;
}

/** Writes the sources in one line: as many short names as fit, and how many there are besides. */
function writeSources(
  label: string,
  sources: readonly string[],
  fits: (text: string) => boolean,
): string {
  const names = sources.slice(0, 20).map(shortenSource);
  const first = (count: number) => {
    const more = sources.length - count;
    return `${label}${names.slice(0, count).join('; ')}${more > 0 ? `; +${more}` : ''}`;
  };
  const count = names.findLastIndex((_, at) => fits(first(at + 1))) + 1;
  return first(Math.max(1, count));
}

/**
 * Adds the sources at the foot, in their placeholder or below the area, and returns what is left of
 * the area. Where their line has no room for them, the notes have them whole.
 */
function addSourceLine(
  draft: SlideDraft,
  area: Box,
  layout: Layout,
  { sources, words }: SlideContent,
  { design, language }: SlideContext,
): Box {
  const own = layout.placeholders.find((each) => isSource(each) && each.box);
  const [rest, below] = splitBelow(area, points(14), points(6));
  const box = own?.box ?? below;
  const style = { fontWidth: design.fontWidth * substituteWidth };
  const widthPt = (box.width - (own?.insets.across ?? 0)) / emuPerPoint;
  const line = writeSources(
    words.source,
    sources,
    (text) => breakLines(text, { ...style, size: sourceSize }, widthPt).length === 1,
  );
  const fitted = fitLine(line, style, { widthPt, maxLines: 1, sizes: [sourceSize, 8] });
  const look: ParagraphLook = { size: fitted.size, hasBullet: false };
  const whole = words.source + sources.join('; ');
  if (fitted.text !== whole) draft.notes.push(whole);
  if (own) {
    addPlaceholder(draft, own, 'Source', writeParagraph(fitted.text, look, language));
    return area;
  }
  addTextBox(
    draft,
    'Source',
    box,
    writeParagraph(fitted.text, { ...look, color: 'muted', hasThemeFont: true }, language),
    'b',
  );
  return rest;
}

/** Returns the sizes to try in points, from that of a placeholder downwards. */
export function stepsFrom(size: number, least: number): number[] {
  const steps = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44, 0.38].map((share) =>
    Math.round(size * share),
  );
  return [...new Set([...steps.filter((step) => step > least), Math.min(size, least)])];
}

/**
 * Adds the title in two lines at most, on a title slide in as many as its place has; a longer one
 * stands whole in the notes.
 */
export function addTitle(
  draft: SlideDraft,
  layout: Layout,
  { title, words }: SlideContent,
  { design, language }: SlideContext,
  suffix = '',
): void {
  const place = layout.placeholders.find(({ type }) => type === 'title' || type === 'ctrTitle');
  if (!place) return;
  const isCover = layout === design.layouts.title;
  const box = place.box ?? { x: 0, y: 0, width: design.size.width, height: inches(1) };
  const style = { isBold: place.isBold, fontWidth: design.titleWidth };
  const heightPt = (box.height - place.insets.down) / emuPerPoint;
  const least = isCover ? 12 : 16;
  const fitted = fitLine(`${title}${suffix}`, style, {
    widthPt: (box.width - place.insets.across) / emuPerPoint,
    heightPt,
    maxLines: isCover ? Math.max(3, Math.floor(heightPt / (least * titleLineHeight))) : 2,
    sizes: stepsFrom(place.textSize, least),
  });
  const look: ParagraphLook = fitted.size === place.textSize ? {} : { size: fitted.size };
  addPlaceholder(draft, place, 'Title', writeParagraph(fitted.text, look, language));
  if (fitted.isCut) draft.notes.push(`${words.fullTitle}${title}`);
}

/** A box for paragraphs, and their look. */
interface TextPlace {
  /** The placeholder that holds them; null for a text box. */
  place: Placeholder | null;
  name: string;
  /** Where their text is; the box of the shape is larger by the insets. */
  box: Box;
  look: ParagraphLook;
  sizes: readonly number[];
  /** Space after a paragraph, in shares of its size: the least, and the most that fills the box. */
  gap?: readonly [least: number, most: number];
}

/** Adds paragraphs that fit, and returns those that do not. */
export function addTexts(
  draft: SlideDraft,
  texts: readonly string[],
  text: TextPlace,
  { design, language }: SlideContext,
): string[] {
  const { place, name, box, look, sizes, gap: [least, most] = [0.4, 0.4] } = text;
  if (texts.length === 0) return [];
  const indent = look.hasBullet === false ? 0 : 20;
  const room = {
    widthPt: Math.max(20, box.width / emuPerPoint - indent),
    heightPt: (box.height - (place?.insets.down ?? 0)) / emuPerPoint,
    gap: least,
    sizes,
  };
  const style = { fontWidth: design.fontWidth, isBold: look.isBold ?? false };
  const { size, count } = fitParagraphs(texts, style, room);
  const shown = texts.slice(0, Math.max(1, count));
  if (count === 0) {
    // No paragraph fits: the caller keeps the whole of the first.
    const maxLines = Math.max(1, Math.floor(room.heightPt / (size * 1.2)));
    shown[0] = fitLine(shown[0] ?? '', style, {
      widthPt: room.widthPt,
      maxLines,
      sizes: [size],
    }).text;
  }
  const wide = { ...style, size, fontWidth: style.fontWidth * substituteWidth };
  const used = measureParagraphs(shown, wide, { widthPt: room.widthPt, gap: least });
  const spare = (room.heightPt * 0.85 - used) / (size * Math.max(1, shown.length - 1));
  const spaceAfter = Math.min(most, least + Math.max(0, spare));
  const paragraphs = shown.map((paragraph, at) => {
    const lead = leadOf(paragraph);
    const own = {
      ...look,
      size,
      spaceAfter,
      ...(lead !== '' && look.hasBullet !== false && { lead }),
    };
    return writeParagraph(
      paragraph,
      { ...own, ...(look.number !== undefined && { number: look.number + at }) },
      language,
    );
  });
  const outer = place
    ? { ...box, x: box.x - place.insets.across / 2, width: box.width + place.insets.across }
    : box;
  if (place)
    addPlaceholder(
      draft,
      place,
      name,
      paragraphs.join(''),
      isSame(outer, place.box) ? undefined : outer,
    );
  else addTextBox(draft, name, box, paragraphs.join(''));
  return texts.slice(count);
}

const isSame = (one: Box, other: Box | null) =>
  other !== null &&
  Math.abs(one.x - other.x) +
    Math.abs(one.y - other.y) +
    Math.abs(one.width - other.width) +
    Math.abs(one.height - other.height) <
    10;

const calloutStyle = { size: 14, gap: 0.35 } as const;
const calloutIndent = points(12);

/**
 * Returns the height that points below an exhibit need, of which they get at most a third of the
 * area.
 */
export function measureCallout(
  texts: readonly string[],
  area: Box,
  { design }: SlideContext,
): number {
  if (texts.length === 0) return 0;
  const widthPt = (area.width - calloutIndent) / emuPerPoint;
  const style = { size: calloutStyle.size, fontWidth: design.fontWidth };
  const needed = points(measureParagraphs(texts, style, { widthPt, gap: calloutStyle.gap }) + 10);
  return Math.min(needed, Math.round(area.height / 3));
}

/**
 * Adds points below an exhibit, behind a bar of the brand's colour; what does not fit goes to the
 * notes.
 */
export function addCallout(
  { draft, place }: StartedSlide,
  texts: readonly string[],
  box: Box,
  context: SlideContext,
): void {
  if (texts.length === 0) return;
  const { isRtl } = context.language;
  const width = points(3);
  addShape(
    draft,
    'rect',
    { ...box, width, x: isRtl ? box.x + box.width - width : box.x },
    'accent1',
  );
  const inner = {
    ...box,
    width: box.width - calloutIndent,
    x: isRtl ? box.x : box.x + calloutIndent,
  };
  const look: ParagraphLook = { hasBullet: false };
  const gap = [calloutStyle.gap, calloutStyle.gap] as const;
  draft.notes.push(
    ...addTexts(
      draft,
      texts,
      { place, name: 'Takeaways', box: inner, look, sizes: [14, 13, 12, 11, 10], gap },
      context,
    ),
  );
}
