import {
  axisFormatOf,
  chooseFormat,
  hasStarts,
  labelledValues,
  mostLabels,
  writeInFormat,
} from '@ecp/language/slide-charts';
import { type Emphasis, findEmphasis, placeInEmphasis } from '@ecp/language/title-names';
import { LinePath } from '@visx/shape';
import type { ReactNode } from 'react';
import { listed } from '../../../base/format/words.ts';
import { slidesTexts } from '../texts.ts';
import {
  axisSize,
  type Bar,
  type Box,
  breakName,
  type CategoryPlot,
  type Chart,
  hasNamesAtEnds,
  isNumber,
  layOutBars,
  layOutCategories,
  layOutScatter,
  nameStep,
  stepsOf,
  widthOf,
} from './chart-layout.ts';
import { type DeckColors, wordsOn } from './deck-colors.ts';

interface SlideChartProps {
  chart: Chart;
  /** The title of the slide, whose names and figures stand out. */
  title: string;
  /** The language in which its numbers are written. */
  language: string;
  width: number;
  height: number;
  colors: DeckColors;
}

/** Draws a chart as a program for slides does, in points of the slide. */
export function SlideChart({
  chart,
  title: message,
  language,
  width,
  height,
  colors,
}: SlideChartProps) {
  const emphasis = findEmphasis(message, chart);
  const numbers = numbersOf(chart, language);
  const isScatter = chart.type === 'scatter';
  const isNamed = chart.series.length > 1 && !isScatter && !hasNamesAtEnds(chart, width);
  const unit = numbers.isUnitShown ? null : chart.unit;
  const title = isScatter ? '' : listed([chart.series.length === 1 && chart.series[0]?.name, unit]);
  const head = title !== '' || isNamed ? 24 : 0;
  const room = { x: 0, y: head, width, height: height - head };
  return (
    <svg
      role="img"
      aria-label={describeChart(chart, numbers.value)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <ChartHead
        chart={chart}
        emphasis={emphasis}
        colors={colors}
        isNamed={isNamed}
        title={title}
        width={width}
      />
      {isScatter ? (
        <Scatter chart={chart} room={room} numbers={numbers} colors={colors} />
      ) : (
        <Categories
          chart={chart}
          emphasis={emphasis}
          room={room}
          numbers={numbers}
          colors={colors}
        />
      )}
    </svg>
  );
}

/** Writes the numbers of a chart. */
interface Numbers {
  value: (value: number) => string;
  /** A change, with a sign. */
  change: (value: number) => string;
  tick: (value: number) => string;
  isUnitShown: boolean;
}

function numbersOf({ series, unit }: Chart, language: string): Numbers {
  const values = series.flatMap((one) => one.values.filter(isNumber));
  const { format, isUnitShown } = chooseFormat(values, unit ?? '', language);
  const axisFormat = axisFormatOf(format, Math.max(0, ...values.map(Math.abs)));
  return {
    value: (value) => writeInFormat(value, format, language),
    change: (value) => writeInFormat(value, format, language, true),
    tick: (value) => writeInFormat(value, axisFormat, language),
    isUnitShown,
  };
}

const mostTold = 12;

/** Says in words what a chart shows. */
function describeChart(chart: Chart, format: (value: number) => string): string {
  const told = chart.series.map(({ name, values }) => {
    const cells = values.slice(0, mostTold).map((value, at) => {
      const words = value === null ? '–' : format(value);
      return [chart.categories[at], words].filter(Boolean).join(' ');
    });
    return `${name}: ${cells.join(', ')}${values.length > mostTold ? ' …' : ''}`;
  });
  return [slidesTexts.charts[chart.type], chart.unit, ...told].filter(Boolean).join('. ');
}

const quietWords = (colors: DeckColors) => ({ fill: colors.quiet, fontSize: axisSize }) as const;

interface ChartHeadProps {
  chart: Chart;
  emphasis: Emphasis | null;
  colors: DeckColors;
  isNamed: boolean;
  title: string;
  width: number;
}

/** Draws the title of the values at the left, and the names of several series in the middle. */
function ChartHead({ chart, emphasis, colors, isNamed, title, width }: ChartHeadProps) {
  const titleWidth = isNamed && title !== '' ? Math.min(widthOf(title) + 20, width / 3) : 0;
  const share = (width - titleWidth) / chart.series.length;
  const names = chart.series.map(({ name }) => breakName(name, share - 30, 1)[0] ?? '');
  const whole = names.reduce((all, name) => all + widthOf(name) + 32, 0);
  let next = titleWidth + Math.max(0, (width - titleWidth - whole) / 2);
  return (
    <g aria-hidden>
      <text x={0} y={12} {...quietWords(colors)}>
        {breakName(title, titleWidth || width, 1)}
      </text>
      {isNamed &&
        names.map((name, index) => {
          const x = next;
          next += widthOf(name) + 32;
          return (
            <g key={index}>
              <rect x={x} y={3} width={9} height={9} fill={seriesColor(colors, emphasis, index)} />
              <text x={x + 14} y={12} {...quietWords(colors)}>
                {name}
              </text>
            </g>
          );
        })}
    </g>
  );
}

function seriesColor(
  { series, muted, accent }: DeckColors,
  emphasis: Emphasis | null,
  index: number,
): string {
  const { isMuted, place } = placeInEmphasis(emphasis, index);
  const all = isMuted ? muted : series;
  return all[place % all.length] ?? accent;
}

interface PlotProps {
  chart: Chart;
  room: Box;
  numbers: Numbers;
  colors: DeckColors;
}

function Categories({
  chart,
  emphasis,
  room,
  numbers,
  colors,
}: PlotProps & { emphasis: Emphasis | null }) {
  const plot = layOutCategories(chart, room, numbers.tick);
  return (
    <g aria-hidden>
      <ValueAxis plot={plot} numbers={numbers} colors={colors} />
      {chart.type === 'line' ? (
        <Lines
          chart={chart}
          emphasis={emphasis}
          plot={plot}
          numbers={numbers}
          colors={colors}
          width={room.width}
        />
      ) : (
        <Bars chart={chart} emphasis={emphasis} plot={plot} numbers={numbers} colors={colors} />
      )}
      <ZeroLine plot={plot} colors={colors} />
      <CategoryNames chart={chart} plot={plot} colors={colors} />
    </g>
  );
}

type CategoriesProps = Omit<PlotProps, 'room'> & { emphasis: Emphasis | null; plot: CategoryPlot };

function ValueAxis({ plot, numbers, colors }: Omit<CategoriesProps, 'chart' | 'emphasis'>) {
  const { area, isAcross, ticks, value } = plot;
  return ticks.map((tick) => {
    const at = value(tick);
    return isAcross ? (
      <g key={tick}>
        <line
          x1={at}
          x2={at}
          y1={area.y}
          y2={area.y + area.height}
          stroke={colors.line}
          strokeWidth={0.75}
        />
        <text x={at} y={area.y + area.height + 14} textAnchor="middle" {...quietWords(colors)}>
          {numbers.tick(tick)}
        </text>
      </g>
    ) : (
      <g key={tick}>
        <line
          x1={area.x}
          x2={area.x + area.width}
          y1={at}
          y2={at}
          stroke={colors.line}
          strokeWidth={0.75}
        />
        <text x={area.x - 6} y={at + 4} textAnchor="end" {...quietWords(colors)}>
          {numbers.tick(tick)}
        </text>
      </g>
    );
  });
}

function ZeroLine({
  plot: { area, isAcross, value },
  colors,
}: {
  plot: CategoryPlot;
  colors: DeckColors;
}) {
  const at = value(0);
  const ends = isAcross
    ? { x1: at, x2: at, y1: area.y, y2: area.y + area.height }
    : { x1: area.x, x2: area.x + area.width, y1: at, y2: at };
  return <line {...ends} stroke={colors.quiet} strokeWidth={0.75} />;
}

function CategoryNames({
  chart: { categories },
  plot,
  colors,
}: Omit<CategoriesProps, 'numbers' | 'emphasis'>) {
  const { area, isAcross, nameEnd, band, category } = plot;
  const step = nameStep(categories.length, isAcross ? area.height * 1.8 : area.width);
  const wide = (area.width / Math.max(1, categories.length)) * step * 0.98;
  return categories.map((name, at) => {
    if (at % step !== 0) return null;
    const middle = category(at) + band / 2;
    const lines = isAcross
      ? breakName(name, nameEnd - 4, band > 26 ? 2 : 1)
      : breakName(name, wide, 2);
    const [x, y] = isAcross
      ? [nameEnd, middle + 4 - (lines.length - 1) * 6]
      : [middle, area.y + area.height + 16];
    return (
      <text
        key={at}
        x={x}
        y={y}
        textAnchor={isAcross ? 'end' : 'middle'}
        fontSize={axisSize}
        fill={colors.ink}
      >
        {lines.map((line, index) => (
          <tspan key={index} x={x} dy={index === 0 ? 0 : 13}>
            {line}
          </tspan>
        ))}
      </text>
    );
  });
}

function Bars({ chart, emphasis, plot, numbers, colors }: CategoriesProps) {
  const bars = layOutBars(chart, plot);
  const steps = chart.type === 'waterfall' ? stepsOf(chart) : [];
  const isLabelled = labelledValues(chart) === 'all';
  const isStacked = chart.type === 'stacked';
  const colorOf = ({ series, category, value }: Bar) => {
    const step = steps[category];
    if (!step && emphasis?.of === 'categories')
      return emphasis.places.has(category) ? colors.accent : (colors.muted[0] ?? colors.quiet);
    if (!step) return seriesColor(colors, emphasis, series);
    return step.isTotal ? colors.total : value < 0 ? colors.fall : colors.rise;
  };
  const write = ({ category, value }: Bar) =>
    steps[category]?.isTotal === false ? numbers.change(value) : numbers.value(value);
  return (
    <>
      {bars.map((bar) => (
        <g key={`${bar.series} ${bar.category}`}>
          <rect x={bar.x} y={bar.y} width={bar.width} height={bar.height} fill={colorOf(bar)} />
          {isLabelled && (
            <BarLabel
              bar={bar}
              plot={plot}
              colors={colors}
              isInside={isStacked}
              isAbove={steps.length > 0}
              fill={colorOf(bar)}
            >
              {write(bar)}
            </BarLabel>
          )}
        </g>
      ))}
      {isStacked && chart.series.length > 1 && chart.categories.length <= mostLabels && (
        <StackTotals chart={chart} plot={plot} numbers={numbers} colors={colors} />
      )}
    </>
  );
}

/** Writes the sum above each stacked column, unless a part of one is negative. */
function StackTotals({
  chart: { categories, series },
  plot,
  numbers,
  colors,
}: Omit<CategoriesProps, 'emphasis'>) {
  if (series.some(({ values }) => values.some((value) => isNumber(value) && value < 0)))
    return null;
  return categories.map((_, at) => {
    const sum = series.reduce((all, { values }) => all + (values[at] ?? 0), 0);
    const [x, y] = [plot.category(at) + plot.band / 2, plot.value(sum) - 5];
    return (
      <text
        key={at}
        x={x}
        y={y}
        textAnchor="middle"
        fontSize={axisSize}
        fontWeight={700}
        fill={colors.ink}
      >
        {numbers.value(sum)}
      </text>
    );
  });
}

interface BarLabelProps {
  bar: Bar;
  plot: CategoryPlot;
  colors: DeckColors;
  isInside: boolean;
  /** True if the value stands above the bar even where it is negative. */
  isAbove: boolean;
  fill: string;
  children: string;
}

/** Writes the value of a bar at its end, or inside it where there is room. */
function BarLabel({ bar, plot, colors, isInside, isAbove, fill, children }: BarLabelProps) {
  const { x, y, width, height, value } = bar;
  const words = { fontSize: axisSize, fill: isInside ? wordsOn(fill) : colors.ink };
  if (isInside && height < plot.area.height * 0.05) return null;
  if (plot.isAcross) {
    const isBack = value < 0;
    return (
      <text
        x={isBack ? x - 4 : x + width + 4}
        y={y + height / 2 + 4}
        textAnchor={isBack ? 'end' : 'start'}
        {...words}
      >
        {children}
      </text>
    );
  }
  const at = isInside ? y + height / 2 + 4 : value < 0 && !isAbove ? y + height + 13 : y - 5;
  return (
    <text x={x + width / 2} y={at} textAnchor="middle" {...words}>
      {children}
    </text>
  );
}

function Lines({
  chart,
  emphasis,
  plot,
  width,
  numbers,
  colors,
}: CategoriesProps & { width: number }) {
  const x = (at: number) => plot.category(at) + plot.band / 2;
  const labelled = labelledValues(chart);
  const isSingle = labelled === 'all';
  const areNamed = hasNamesAtEnds(chart, width);
  const hasFirst = areNamed && hasStarts(chart);
  return chart.series.map(({ name, values }, series) => {
    const color = seriesColor(colors, emphasis, series);
    const points = values.map((value, at) => ({ value, at }));
    const last = points.findLast(({ value }) => isNumber(value))?.at;
    return (
      <g key={series}>
        <LinePath
          data={points}
          defined={({ value }) => isNumber(value)}
          x={({ at }) => x(at)}
          y={({ value }) => plot.value(value ?? 0)}
          stroke={color}
          strokeWidth={2.25}
        />
        {points.map(({ value, at }) =>
          isNumber(value) &&
          (isSingle || (labelled === 'last' && at === last) || (hasFirst && at === 0)) ? (
            <g key={at}>
              {isSingle && <circle cx={x(at)} cy={plot.value(value)} r={3} fill={color} />}
              <text
                x={x(at) + (at === last && !isSingle ? 6 : 0)}
                y={plot.value(value) + (at === last && !isSingle ? 4 : -8)}
                textAnchor={at === last && !isSingle ? 'start' : 'middle'}
                fontSize={axisSize}
                fill={colors.ink}
              >
                {areNamed && at === last
                  ? `${name}  ${numbers.value(value)}`
                  : numbers.value(value)}
              </text>
            </g>
          ) : null,
        )}
      </g>
    );
  });
}

function Scatter({ chart, room, numbers, colors }: PlotProps): ReactNode {
  const plot = layOutScatter(chart, room, numbers.tick);
  if (!plot) return null;
  const { area, points, x, y, xTicks, yTicks, xTitle, yTitle } = plot;
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  return (
    <g aria-hidden>
      {yTicks.map((tick) => (
        <g key={tick}>
          <line
            x1={area.x}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={colors.line}
            strokeWidth={0.75}
          />
          <text x={area.x - 6} y={y(tick) + 4} textAnchor="end" {...quietWords(colors)}>
            {numbers.tick(tick)}
          </text>
        </g>
      ))}
      {xTicks.map((tick) => (
        <g key={tick}>
          <line
            x1={x(tick)}
            x2={x(tick)}
            y1={area.y}
            y2={bottom}
            stroke={colors.line}
            strokeWidth={0.75}
          />
          <text x={x(tick)} y={bottom + 15} textAnchor="middle" {...quietWords(colors)}>
            {numbers.tick(tick)}
          </text>
        </g>
      ))}
      <text
        transform={`translate(12 ${area.y + area.height / 2}) rotate(-90)`}
        textAnchor="middle"
        {...quietWords(colors)}
      >
        {listed([yTitle, chart.unit])}
      </text>
      <text x={area.x + area.width / 2} y={bottom + 34} textAnchor="middle" {...quietWords(colors)}>
        {xTitle}
      </text>
      {points.map((point, at) => (
        <g key={at}>
          <circle cx={x(point.x)} cy={y(point.y)} r={4.5} fill={colors.accent} />
          {points.length <= mostLabels && (
            <text x={x(point.x) + 8} y={y(point.y) + 4} fontSize={axisSize} fill={colors.ink}>
              {breakName(point.name, 110, 1)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
