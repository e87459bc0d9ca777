import {
  axisFormatOf,
  hasStarts,
  labelledValues,
  mostLabels,
  shareOfEnds,
} from '@ecp/language/slide-charts';
import { measureText } from '@ecp/language/text-lines';
import { type Emphasis, placeInEmphasis } from '@ecp/language/title-names';
import { textOn, writeColor, writeHairline, writeMuted } from '../colors.ts';
import { type DeckLanguage, writeScriptFonts } from '../script-fonts.ts';
import type { Design, DesignColors } from '../template/read-design.ts';
import { escapeXml, xmlHead } from '../xml.ts';
import type { ChartData, ChartSeries } from './chart-data.ts';
import { headOf, rangeOf } from './chart-workbook.ts';

/** Ids of the two axes of a chart. PowerPoint repairs a file whose chart names a third. */
const axes = { category: 500_000_001, value: 500_000_002 };
const chartExtension = 'xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart"';

export interface ChartLook {
  language: DeckLanguage;
  colors: DesignColors;
  /** Size of its texts in points. */
  size: number;
  /** Width of the chart in points. */
  widthPt: number;
  fontWidth: Design['fontWidth'];
  /** The series or categories that the title of the slide names. */
  emphasis: Emphasis | null;
}

/** Accents of series in their order. The first four are the easiest to tell apart. */
const accents = ['accent1', 'accent2', 'accent3', 'accent5', 'accent4', 'accent6'] as const;

/** Writes the part of a chart, whose workbook is its relation `rId1` (ECMA-376, part 1, 21.2). */
export function writeChart(data: ChartData, look: ChartLook): string {
  const ends = shareOfEnds(data, look);
  const plot =
    data.type === 'scatter'
      ? writeScatter(data, look)
      : data.type === 'line'
        ? writeLine(data, look, ends !== null)
        : writeBars(data, look);
  const shown = data.series.filter(({ role }) => role === 'plain');
  const hasLegend =
    data.type !== 'scatter' && !hasNamesAbove(data) && shown.length > 1 && ends === null;
  const hidden = data.series.flatMap(({ role }, index) => (role === 'plain' ? [] : [index]));
  const entries = hidden.map(
    (index) => `<c:legendEntry><c:idx val="${index}"/><c:delete val="1"/></c:legendEntry>`,
  );
  const legend = hasLegend
    ? `<c:legend><c:legendPos val="t"/>${entries.join('')}<c:overlay val="0"/>${writeText(look)}</c:legend>`
    : '';
  const title = writeTitle(data, look);
  return `${xmlHead}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:date1904 val="0"/><c:lang val="${escapeXml(look.language.tag)}"/><c:roundedCorners val="0"/><c:chart>${title}<c:autoTitleDeleted val="${title === '' ? 1 : 0}"/><c:plotArea>${ends === null ? '<c:layout/>' : writePlotPlace(ends, look)}${plot}<c:spPr><a:noFill/></c:spPr></c:plotArea>${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${writeText(look)}<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`;
}

/** Writes the properties of texts. */
function writeText(
  { language, size }: ChartLook,
  options: { color?: string; isBold?: boolean; isOneLine?: boolean } = {},
): string {
  const { color = mutedColor, isBold = false, isOneLine = false } = options;
  const body = isOneLine ? '<a:bodyPr wrap="none"/>' : '<a:bodyPr/>';
  return `<c:txPr>${body}<a:lstStyle/><a:p><a:pPr><a:defRPr sz="${Math.round(size * 100)}" b="${isBold ? 1 : 0}"><a:solidFill>${color}</a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:pPr><a:endParaRPr lang="${escapeXml(language.tag)}"/></a:p></c:txPr>`;
}

const mutedColor = writeColor('muted');
const schemeColor = (name: string) => `<a:schemeClr val="${name}"/>`;

/** Names what the values are: the name of the only series, and the unit. */
function nameValues({ series, unit }: ChartData): string {
  const plain = series.filter(({ role }) => role === 'plain');
  return [plain.length === 1 ? (plain[0]?.name ?? '') : '', unit]
    .filter((part) => part.trim() !== '')
    .join(', ');
}

/** Writes what the values are above the chart, at its left. */
function writeTitle(data: ChartData, look: ChartLook): string {
  const text = nameValues(data);
  if (data.type === 'scatter' || text === '' || hasNamesAbove(data)) return '';
  return `<c:title>${writeRich(text, look)}<c:layout><c:manualLayout><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${look.language.isRtl ? 0.7 : 0.005}"/><c:y val="0.005"/></c:manualLayout></c:layout><c:overlay val="0"/></c:title>`;
}

/**
 * Tells whether the names of the series stand above the chart: a legend has those of bars across in
 * the order of the bars in some programs, in the reverse in others.
 */
export const hasNamesAbove = ({ type, series }: ChartData): boolean =>
  type === 'bar' && series.length > 1;

/**
 * Writes the paragraph above a chart, with what the values are and the names of the series behind
 * their colours.
 */
export function writeNamesAbove(data: ChartData, look: ChartLook): string {
  const text = nameValues(data);
  const names = data.series.map(
    ({ name }, index) =>
      writeRun('■\u00a0', look, seriesColor(index, look).xml) + writeRun(`${name}     `, look),
  );
  const properties = look.language.isRtl ? '<a:pPr algn="r" rtl="1"/>' : '<a:pPr algn="l"/>';
  return `<a:p>${properties}${text === '' ? '' : writeRun(`${text}     `, look)}${names.join('')}</a:p>`;
}

function writeRun(text: string, { language, size }: ChartLook, color = mutedColor): string {
  return `<a:r><a:rPr lang="${escapeXml(language.tag)}" sz="${Math.round(size * 100)}" b="0"><a:solidFill>${color}</a:solidFill><a:latin typeface="+mn-lt"/>${writeScriptFonts(text, language)}</a:rPr><a:t>${escapeXml(text)}</a:t></a:r>`;
}

function writeRich(text: string, look: ChartLook): string {
  return `<c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${Math.round(look.size * 100)}" b="0"/></a:pPr>${writeRun(text, look)}</a:p></c:rich></c:tx>`;
}

function writePoints(values: readonly (string | number | null)[]): string {
  const points = values.flatMap((value, index) =>
    value === null ? [] : [`<c:pt idx="${index}"><c:v>${escapeXml(String(value))}</c:v></c:pt>`],
  );
  return `<c:ptCount val="${values.length}"/>${points.join('')}`;
}

const writeName = ({ name, column }: ChartSeries) =>
  `<c:tx><c:strRef><c:f>${headOf(column)}</c:f><c:strCache>${writePoints([name])}</c:strCache></c:strRef></c:tx>`;

const writeCategories = ({ categories }: ChartData) =>
  `<c:cat><c:strRef><c:f>${rangeOf(0, categories.length)}</c:f><c:strCache>${writePoints(categories)}</c:strCache></c:strRef></c:cat>`;

function writeNumbers(tag: string, { column, values }: ChartSeries, format: string): string {
  const cache = `<c:formatCode>${escapeXml(format)}</c:formatCode>${writePoints(values)}`;
  return `<c:${tag}><c:numRef><c:f>${rangeOf(column, values.length)}</c:f><c:numCache>${cache}</c:numCache></c:numRef></c:${tag}>`;
}

const flags = (value: boolean, name = false) =>
  `<c:showLegendKey val="0"/><c:showVal val="${value ? 1 : 0}"/><c:showCatName val="0"/><c:showSerName val="${name ? 1 : 0}"/><c:showPercent val="0"/><c:showBubbleSize val="0"/>`;
const noLabels = `<c:dLbls>${flags(false)}</c:dLbls>`;

interface LabelLook {
  /** `outEnd`, `ctr`, `t` or `r`. If it is missing, the kind of the chart decides. */
  position?: string;
  color?: string;
  isBold?: boolean;
  /** The name of the series stands before the value. */
  hasName?: boolean;
  /** Points without a label. */
  without?: readonly number[];
  /** A point whose label stands above it, without the name. */
  start?: number | undefined;
}

function writeLabels(
  format: string,
  look: ChartLook,
  { position, color, isBold, hasName = false, without = [], start }: LabelLook,
): string {
  const deleted = without.map(
    (index) => `<c:dLbl><c:idx val="${index}"/><c:delete val="1"/></c:dLbl>`,
  );
  const text = writeText(look, {
    color: color ?? schemeColor('tx1'),
    ...(isBold && { isBold }),
    isOneLine: true,
  });
  const number = `<c:numFmt formatCode="${escapeXml(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${text}`;
  const first =
    start === undefined
      ? ''
      : `<c:dLbl><c:idx val="${start}"/>${number}<c:dLblPos val="t"/>${flags(true)}</c:dLbl>`;
  return `<c:dLbls>${first}${deleted.join('')}${number}${
    position === undefined ? '' : `<c:dLblPos val="${position}"/>`
  }${flags(true, hasName)}${hasName ? '<c:separator>  </c:separator>' : ''}</c:dLbls>`;
}

/**
 * Writes labels that show cells of the workbook; returns them and what the series needs beside
 * them.
 */
function writeCellLabels(
  { labels }: ChartSeries,
  look: ChartLook,
  position: string,
): { labels: string; extension: string } {
  if (!labels) return { labels: noLabels, extension: '' };
  const shown = labels.texts.map((text, index) => {
    if (text.trim() === '') return `<c:dLbl><c:idx val="${index}"/><c:delete val="1"/></c:dLbl>`;
    const id = `{C0DE0000-0000-4000-8000-${index.toString(16).padStart(12, '0').toUpperCase()}}`;
    const field = `<a:fld id="${id}" type="CELLRANGE"><a:rPr lang="${escapeXml(look.language.tag)}"/><a:pPr/><a:t>[CELLRANGE]</a:t></a:fld>`;
    return `<c:dLbl><c:idx val="${index}"/><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p>${field}<a:endParaRPr lang="${escapeXml(look.language.tag)}"/></a:p></c:rich></c:tx><c:dLblPos val="${labels.below?.has(index) ? 'b' : position}"/>${flags(false)}<c:extLst><c:ext uri="{CE6537A1-D6FC-4f65-9D91-7224C49458BB}" ${chartExtension}><c15:showDataLabelsRange val="1"/></c:ext></c:extLst></c:dLbl>`;
  });
  const text = writeText(look, { color: schemeColor('tx1') });
  const all = `<c:dLbls>${shown.join('')}<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${text}<c:dLblPos val="${position}"/>${flags(false)}<c:extLst><c:ext uri="{CE6537A1-D6FC-4f65-9D91-7224C49458BB}" ${chartExtension}><c15:showDataLabelsRange val="1"/></c:ext></c:extLst></c:dLbls>`;
  const extension = `<c:extLst><c:ext uri="{02D57815-91ED-43cb-92C2-25804820EDAC}" ${chartExtension}><c15:datalabelsRange><c15:f>${rangeOf(labels.column, labels.texts.length)}</c15:f><c15:dlblRangeCache>${writePoints(labels.texts)}</c15:dlblRangeCache></c15:datalabelsRange></c:ext></c:extLst>`;
  return { labels: all, extension };
}

/** Returns the colour of a series: an accent, or a muted one where the title speaks of others. */
function seriesColor(
  index: number,
  { colors, emphasis }: ChartLook,
): { xml: string; textOn: 'tx1' | 'bg1' } {
  const { isMuted, place } = placeInEmphasis(emphasis, index);
  if (isMuted) return { xml: writeMuted(colors, place), textOn: 'tx1' };
  const accent = accents[place % accents.length] ?? 'accent1';
  const xml =
    place < accents.length
      ? schemeColor(accent)
      : `<a:schemeClr val="${accent}"><a:lumMod val="60000"/></a:schemeClr>`;
  return { xml, textOn: textOn(colors[accent], colors) };
}

const roleColors: Record<string, string> = { total: 'accent1', up: 'accent2', down: 'accent3' };
const fill = (color: string) =>
  `<c:spPr><a:solidFill>${color}</a:solidFill><a:ln><a:noFill/></a:ln></c:spPr>`;
const invisible = '<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>';

function writeBars(data: ChartData, look: ChartLook): string {
  const { type, categories, format } = data;
  const { emphasis } = look;
  const isStacked = type === 'stacked' || type === 'waterfall';
  const bars = data.series.filter(({ role }) => role !== 'label' && role !== 'connector');
  const hasAxis = labelledValues({ ...data, series: bars }) !== 'all';
  const totals = categories.map((_, at) =>
    bars.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0),
  );
  const largest = Math.max(...totals, 0);
  const series = bars.map((each, index) => {
    const color = seriesColor(index, look);
    const role = roleColors[each.role];
    const named = emphasis?.of === 'categories' ? emphasis.places : null;
    const plain = named ? writeMuted(look.colors, 0) : color.xml;
    const look1 =
      each.role === 'base' ? invisible : fill(role === undefined ? plain : schemeColor(role));
    const namedBars = [...(named ?? [])].map(
      (at) =>
        `<c:dPt><c:idx val="${at}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/>${fill(schemeColor('accent1'))}</c:dPt>`,
    );
    // A part of a column that is low has no room for its number.
    const without = isStacked
      ? each.values.flatMap((value, at) => (Math.abs(value ?? 0) < largest * 0.05 ? [at] : []))
      : [];
    const labels =
      type !== 'waterfall' && !hasAxis
        ? writeLabels(
            format,
            look,
            isStacked
              ? { position: 'ctr', color: schemeColor(color.textOn), without }
              : { position: 'outEnd' },
          )
        : '';
    return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${writeName(each)}${look1}<c:invertIfNegative val="0"/>${namedBars.join('')}${labels}${writeCategories(data)}${writeNumbers('val', each, format)}</c:ser>`;
  });
  const gap = type === 'waterfall' ? 40 : bars.length > 1 && !isStacked ? 70 : 55;
  const overlap = isStacked ? 100 : bars.length > 1 ? -5 : 0;
  const chart = `<c:barChart><c:barDir val="${type === 'bar' ? 'bar' : 'col'}"/><c:grouping val="${isStacked ? 'stacked' : 'clustered'}"/><c:varyColors val="0"/>${series.join('')}<c:gapWidth val="${categories.length > 60 ? 15 : gap}"/><c:overlap val="${overlap}"/><c:axId val="${axes.category}"/><c:axId val="${axes.value}"/></c:barChart>`;
  const lines = data.series
    .slice(bars.length)
    .map((line, at) => writeLineOver(line, bars.length + at, data, look));
  const over =
    lines.length === 0
      ? ''
      : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${lines.join('')}<c:marker val="1"/><c:axId val="${axes.category}"/><c:axId val="${axes.value}"/></c:lineChart>`;
  return `${chart}${over}${writeAxes(data, look, { isAcross: type === 'bar', hasAxis, low: hasAxis ? null : findLow(data, look) })}`;
}

/**
 * Writes a line over columns: one that nobody sees, whose labels stand at the columns, or a
 * connector.
 */
function writeLineOver(line: ChartSeries, index: number, data: ChartData, look: ChartLook): string {
  const isConnector = line.role === 'connector';
  const isReadable = data.categories.length <= mostLabels && !isConnector;
  const cells = line.labels && isReadable ? writeCellLabels(line, look, 't') : null;
  const labels =
    cells?.labels ??
    (isReadable ? writeLabels(data.format, look, { position: 't', isBold: true }) : '');
  const stroke = isConnector
    ? `<a:ln w="9525"><a:solidFill>${mutedColor}</a:solidFill></a:ln>`
    : '<a:ln w="28575"><a:noFill/></a:ln>';
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${writeName(line)}<c:spPr>${stroke}</c:spPr><c:marker><c:symbol val="none"/></c:marker>${labels}${writeCategories(data)}${writeNumbers('val', line, data.format)}<c:smooth val="0"/>${cells?.extension ?? ''}</c:ser>`;
}

/**
 * Finds where the axis begins so that the labels of negative bars keep clear of the names of the
 * categories; null where nothing is negative.
 */
function findLow(
  { type, series, categories, write }: ChartData,
  { widthPt, size, fontWidth }: ChartLook,
): number | null {
  if (type === 'stacked') return null;
  const values = series.flatMap((each) => each.values).filter((value) => value !== null);
  const low = Math.min(...values);
  if (low >= 0) return null;
  const span = Math.max(...values, 0) - low;
  const widthOf = (text: string) => (measureText(text) * size * fontWidth) / 1_000;
  const names = Math.min(Math.max(...categories.map(widthOf)), widthPt * 0.4);
  const label =
    Math.max(...values.filter((value) => value < 0).map((value) => widthOf(write(value)))) + size;
  const share = type === 'bar' ? Math.min(0.4, label / (widthPt - names)) : 0.08;
  return Number((low - (span * share) / (1 - share)).toPrecision(2));
}

/** Places the area of lines so that the names at their ends have room beside it. */
const writePlotPlace = (ends: number, { language }: ChartLook) =>
  `<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${language.isRtl ? (0.005 + ends).toFixed(4) : 0.065}"/><c:y val="0.11"/><c:w val="${(0.93 - ends).toFixed(4)}"/><c:h val="0.78"/></c:manualLayout></c:layout>`;

function writeLine(data: ChartData, look: ChartLook, hasEnds: boolean): string {
  const { series, format } = data;
  const labelled = labelledValues(data);
  const isSingle = labelled === 'all';
  const lines = series.map((each, index) => {
    const color = seriesColor(index, look).xml;
    const last = each.values.findLastIndex((value) => value !== null);
    const start = hasEnds && last > 0 && hasStarts(data) ? 0 : undefined;
    const without = each.values.flatMap((_, at) => (at === last || at === start ? [] : [at]));
    const labels = isSingle
      ? writeLabels(format, look, { position: 't' })
      : labelled === 'last'
        ? writeLabels(format, look, {
            position: look.language.isRtl ? 'l' : 'r',
            without,
            start,
            ...(hasEnds && { hasName: true }),
          })
        : '';
    // A point alone has no line.
    const isAlone = each.values.filter((value) => value !== null).length === 1;
    const marker =
      isSingle || isAlone
        ? `<c:marker><c:symbol val="circle"/><c:size val="6"/>${fill(color)}</c:marker>`
        : '<c:marker><c:symbol val="none"/></c:marker>';
    return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${writeName(each)}<c:spPr><a:ln w="28575" cap="rnd"><a:solidFill>${color}</a:solidFill><a:round/></a:ln></c:spPr>${marker}${labels}${writeCategories(data)}${writeNumbers('val', each, format)}<c:smooth val="0"/></c:ser>`;
  });
  const chart = `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${lines.join('')}<c:marker val="1"/><c:axId val="${axes.category}"/><c:axId val="${axes.value}"/></c:lineChart>`;
  // An axis that begins above zero makes a small change look like a large one.
  const isPositive = series.every(({ values }) => values.every((value) => (value ?? 0) >= 0));
  return (
    chart +
    writeAxes(data, look, { isAcross: false, hasAxis: !isSingle, low: isPositive ? 0 : null })
  );
}

function writeScatter(data: ChartData, look: ChartLook): string {
  const [across, up] = data.series;
  if (!across || !up) return '';
  const isNamed = up.labels !== undefined && up.values.length <= mostLabels;
  const cells = isNamed ? writeCellLabels(up, look, 'r') : null;
  const marker = `<c:marker><c:symbol val="circle"/><c:size val="9"/>${fill(schemeColor('accent1'))}</c:marker>`;
  const points = `<c:ser><c:idx val="0"/><c:order val="0"/>${writeName(up)}<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>${marker}${cells?.labels ?? ''}${writeNumbers('xVal', across, 'General')}${writeNumbers('yVal', up, 'General')}<c:smooth val="0"/>${cells?.extension ?? ''}</c:ser>`;
  const title = (name: string, rotation: string) =>
    name.trim() === ''
      ? ''
      : `<c:title>${writeRich(name, look).replace('<a:bodyPr/>', `<a:bodyPr rot="${rotation}" vert="horz"/>`)}<c:overlay val="0"/></c:title>`;
  const axis = (id: number, other: number, position: string, name: string, rotation: string) =>
    `<c:valAx><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${writeGridlines(look)}${title(name, rotation)}<c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${axisLine}${writeText(look)}<c:crossAx val="${other}"/><c:crosses val="autoZero"/><c:crossBetween val="midCat"/></c:valAx>`;
  const unit = data.unit === '' ? '' : `, ${data.unit}`;
  return `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${points}<c:axId val="${axes.category}"/><c:axId val="${axes.value}"/></c:scatterChart>${axis(axes.category, axes.value, 'b', across.name, '0')}${axis(axes.value, axes.category, 'l', up.name + unit, '-5400000')}`;
}

const axisLine = `<c:spPr><a:ln w="9525"><a:solidFill><a:schemeClr val="tx1"><a:lumMod val="50000"/><a:lumOff val="50000"/></a:schemeClr></a:solidFill></a:ln></c:spPr>`;
const writeGridlines = (look: ChartLook) =>
  `<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill>${writeHairline(look.colors, 'grid')}</a:solidFill></a:ln></c:spPr></c:majorGridlines>`;

function writeAxes(
  { categories, series, format }: ChartData,
  look: ChartLook,
  { isAcross, hasAxis, low = null }: { isAcross: boolean; hasAxis: boolean; low?: number | null },
): string {
  const largest = series
    .flatMap(({ values }) => values)
    .reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const { isRtl } = look.language;
  // The first category is at the top of bars across, and of columns at the side where one begins to
  // read.
  const orientation = isAcross || isRtl ? 'maxMin' : 'minMax';
  const valueOrientation = isAcross && isRtl ? 'maxMin' : 'minMax';
  const side = isRtl ? 'r' : 'l';
  const skip =
    categories.length > 40
      ? `<c:tickLblSkip val="${Math.ceil(categories.length / 20)}"/><c:tickMarkSkip val="${Math.ceil(categories.length / 20)}"/>`
      : '';
  const category = `<c:catAx><c:axId val="${axes.category}"/><c:scaling><c:orientation val="${orientation}"/></c:scaling><c:delete val="0"/><c:axPos val="${isAcross ? side : 'b'}"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${axisLine}${writeText(look, { color: schemeColor('tx1') })}<c:crossAx val="${axes.value}"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/>${skip}<c:noMultiLvlLbl val="1"/></c:catAx>`;
  const value = `<c:valAx><c:axId val="${axes.value}"/><c:scaling><c:orientation val="${valueOrientation}"/>${low === null ? '' : `<c:min val="${low}"/>`}</c:scaling><c:delete val="${hasAxis ? 0 : 1}"/><c:axPos val="${isAcross ? 'b' : side}"/>${hasAxis ? writeGridlines(look) : ''}<c:numFmt formatCode="${escapeXml(axisFormatOf(format, largest))}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="${isAcross ? 'high' : 'nextTo'}"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${writeText(look)}<c:crossAx val="${axes.category}"/><c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>`;
  return category + value;
}
