import './slide.css';
import type { Slide } from '@ecp/contract/work/slides';
import { leadOf, wordsOf, writeDay } from '@ecp/language/deck-words';
import { breakLines } from '@ecp/language/text-lines';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../../base/ui/class-names.ts';
import { useWidth } from '../../../base/ui/screen.ts';
import type { Box } from './chart-layout.ts';
import type { DeckColors } from './deck-colors.ts';
import { SlideChart } from './slide-chart.tsx';
import { SlideTable } from './slide-table.tsx';
import { isTimeline, SlideTimeline } from './slide-timeline.tsx';

/** Size of a slide in points. Everything on it is placed in points, and the whole is scaled. */
const slideSize = { width: 960, height: 540 };

/** The settings that all slides of a deck share. */
export interface DeckLook {
  /** The language of the slides. */
  language: string;
  colors: DeckColors;
  company: string;
  /** The client, whom the title slide names. */
  client: string;
  logoUrl: string | null;
}

const boxes = {
  title: { x: 43, y: 35, width: 874, height: 66 },
  body: { x: 43, y: 119, width: 874, height: 349 },
  source: { x: 43, y: 473, width: 874, height: 27 },
  coverTitle: { x: 79, y: 148, width: 691, height: 126 },
  coverText: { x: 79, y: 295, width: 691, height: 101 },
} as const satisfies Record<string, Box>;

interface SplitBody {
  exhibit: Box | null;
  points: Box;
  isBeside: boolean;
}

const gap = 32;

/**
 * Divides the body between what a slide shows and its points, which stand beside it or, as a
 * callout, below it.
 */
function splitBody({ kind, chart, table, points }: Slide): SplitBody {
  const { body } = boxes;
  if (!chart && !table) return { exhibit: null, points: body, isBeside: false };
  const foot = { ...body, y: body.y + body.height - 60, height: 60 };
  if (points.length === 0) return { exhibit: body, points: foot, isBeside: false };
  if (chart || (kind === 'exhibit' && table && table.columns.length <= 3)) {
    const width = Math.round((body.width - gap) * (chart ? 0.7 : 0.64));
    const beside = { ...body, x: body.x + width + gap, width: body.width - width - gap };
    return { exhibit: { ...body, width }, points: beside, isBeside: true };
  }
  const lines = points.reduce(
    (all, point) => all + breakLines(point, { size: sizes.below[0] ?? 14 }, body.width - 12).length,
    0,
  );
  const height = Math.min(lines * 17 + points.length * 5 + 10, body.height / 3);
  return {
    exhibit: { ...body, height: body.height - height - 14 },
    points: { ...body, y: body.y + body.height - height, height },
    isBeside: false,
  };
}

interface SlideFrameProps {
  children: ReactNode;
  /** Width in CSS pixels where it is known before the slide is measured. */
  width?: number;
  className?: string;
}

/** White paper at 16:9, as wide as its place, on which everything is placed in points. */
export function SlideFrame({ children, width, className }: SlideFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const measured = useWidth(frame);
  return (
    <div
      ref={frame}
      className={`relative aspect-video w-full overflow-hidden bg-white ${className ?? ''}`}
    >
      <div
        className="absolute top-0 left-0 origin-top-left"
        style={{ ...slideSize, transform: `scale(${(width ?? measured) / slideSize.width})` }}
      >
        {children}
      </div>
    </div>
  );
}

const placeAt = ({ x, y, width, height }: Box): CSSProperties => ({
  position: 'absolute',
  left: x,
  top: y,
  width,
  height,
});

/** A part of a slide that a person changes. */
export type SlidePart = 'title' | 'points';

/** Lets a person edit the words of a slide in their place. */
interface SlideTools {
  onEdit: (part: SlidePart) => void;
  editing: SlidePart | undefined;
  /** The field that takes the place of the edited part. */
  field: ReactNode;
}

interface SlideViewProps {
  slide: Slide;
  /** Its place in the deck, from 1. */
  number: number;
  look: DeckLook;
  tools?: SlideTools | undefined;
}

/** Draws a slide as the deck will have it, in points. */
export function SlideView({ slide, number, look, tools }: SlideViewProps) {
  const { colors } = look;
  return (
    <div dir="auto" className="slide-letters absolute inset-0" style={{ color: colors.ink }}>
      {slide.kind === 'title' ? (
        <Cover slide={slide} look={look} tools={tools} />
      ) : (
        <Content slide={slide} number={number} look={look} tools={tools} />
      )}
    </div>
  );
}

const fill = (box: Box, background: string): CSSProperties => ({ ...placeAt(box), background });

function Cover({
  slide,
  look: { language, colors, logoUrl, client, company },
  tools,
}: Omit<SlideViewProps, 'number'>) {
  // A name that stands in the title stands there alone.
  const named = slide.title.toLowerCase().includes(client.toLowerCase()) ? '' : client;
  const said = [named, ...slide.points, writeDay(new Date().toISOString(), language)].filter(
    (text) => text !== '',
  );
  return (
    <>
      <div style={fill({ x: 0, y: 0, width: 30, height: 540 }, colors.accent)} />
      <div style={fill({ x: 79, y: 284, width: 86, height: 3 }, colors.accent)} />
      {logoUrl && (
        <img
          alt=""
          src={logoUrl}
          style={{ ...placeAt({ x: 79, y: 50, width: 300, height: 40 }), ...logoStyle }}
        />
      )}
      <p
        className="font-bold"
        style={{ ...placeAt({ x: 79, y: 494, width: 600, height: 16 }), fontSize: 11 }}
      >
        {company}
      </p>
      <Fitted
        box={boxes.coverTitle}
        sizes={[36, 32, 28, 24, 20, 16]}
        atEnd
        text={slide.title}
        part="title"
        tools={tools}
      >
        <p className="font-bold">{slide.title}</p>
      </Fitted>
      <Fitted
        box={boxes.coverText}
        sizes={[18, 16, 14, 12]}
        text={said.join('\n')}
        part="points"
        tools={tools}
      >
        {said.map((point, at) => (
          <p key={at} style={{ color: colors.quiet, marginTop: at === 0 ? 0 : 6 }}>
            {point}
          </p>
        ))}
      </Fitted>
    </>
  );
}

const logoStyle: CSSProperties = {
  objectFit: 'contain',
  objectPosition: 'left center',
  width: 'auto',
  maxWidth: 300,
};

function Content({ slide, number, look, tools }: SlideViewProps) {
  const { title, chart, table, points, sources } = slide;
  const { language, colors, company, logoUrl } = look;
  const { exhibit, points: beside, isBeside } = splitBody(slide);
  const isBelow = exhibit !== null && !isBeside;
  const isSources = slide.kind === 'sources';
  const listed = isSources ? [...points, ...sources] : points;
  const joined = listed.join('\n');
  return (
    <>
      <div style={fill({ x: 43, y: 22, width: 43, height: 4 }, colors.accent)} />
      <Fitted
        box={boxes.title}
        sizes={[24, 22, 20, 18, 16, 14]}
        text={title}
        part="title"
        tools={tools}
      >
        <p className="font-bold" style={{ lineHeight: 1.14 }}>
          {title}
        </p>
      </Fitted>
      {chart && exhibit && (
        <div style={placeAt(exhibit)}>
          <SlideChart
            chart={chart}
            title={title}
            language={language}
            colors={colors}
            width={exhibit.width}
            height={exhibit.height}
          />
        </div>
      )}
      {table && exhibit && (
        <div className="flex flex-col" style={{ ...placeAt(exhibit), gap: 14 }}>
          <Fitted
            box={{ ...exhibit, x: 0, y: 0 }}
            sizes={sizes.table}
            text={JSON.stringify(table)}
            inFlow
          >
            {isTimeline(slide) ? (
              <SlideTimeline rows={table.rows} room={exhibit} colors={colors} />
            ) : (
              <SlideTable slide={slide} table={table} colors={colors} />
            )}
          </Fitted>
          {listed.length > 0 && isBelow && !isSources && (
            <div
              className="shrink-0"
              style={{ borderLeft: `3px solid ${colors.accent}`, paddingLeft: 9 }}
            >
              <Fitted
                box={{ ...beside, x: 0, y: 0, width: beside.width - 12 }}
                sizes={sizes.below}
                text={joined}
                inFlow
                part="points"
                tools={tools}
              >
                {listed.map((point, at) => (
                  <p key={at} style={{ marginTop: at === 0 ? 0 : '0.35em' }}>
                    <Point text={point} />
                  </p>
                ))}
              </Fitted>
            </div>
          )}
        </div>
      )}
      {isBeside && (
        <div style={fill({ ...beside, x: beside.x - gap / 2, width: 0.75 }, colors.accent)} />
      )}
      {listed.length > 0 && (!isBelow || isSources) && (
        <Fitted
          box={beside}
          sizes={isSources ? sizes.sources : exhibit ? sizes.beside : sizes.alone}
          text={joined}
          part="points"
          tools={tools}
        >
          <Points
            points={listed}
            colors={colors}
            isNumbered={isSources}
            isAlone={exhibit === null}
          />
        </Fitted>
      )}
      {sources.length > 0 && !isSources && (
        <Fitted box={boxes.source} sizes={[9, 8, 7]} atEnd text={sources.join('\n')}>
          <p style={{ color: colors.quiet }}>{wordsOf(language).source + sources.join('; ')}</p>
        </Fitted>
      )}
      <div style={fill({ x: 43, y: 504, width: 874, height: 0.75 }, colors.line)} />
      <p
        style={{
          ...placeAt({ x: 43, y: 510, width: 430, height: 16 }),
          fontSize: 9,
          color: colors.quiet,
        }}
      >
        {company}
      </p>
      {logoUrl && (
        <img
          alt=""
          src={logoUrl}
          style={{
            ...placeAt({ x: 660, y: 508, width: 180, height: 19 }),
            objectFit: 'contain',
            objectPosition: 'right',
          }}
        />
      )}
      <p
        className="figures text-right"
        style={{
          ...placeAt({ x: 867, y: 510, width: 50, height: 16 }),
          fontSize: 9,
          color: colors.quiet,
        }}
      >
        {number}
      </p>
    </>
  );
}

const sizes = {
  alone: [20, 18, 16, 15, 14, 13, 12, 11, 10],
  beside: [16, 15, 14, 13, 12, 11, 10, 9],
  below: [14, 13, 12, 11, 10],
  table: [16, 14, 13, 12, 11, 10.5, 9, 8, 7, 6],
  sources: [14, 13, 12, 11, 10, 9],
};

interface PointsProps {
  points: readonly string[];
  colors: DeckColors;
  isNumbered: boolean;
  /** True if nothing stands beside them: then they take more room. */
  isAlone: boolean;
}

function Points({ points, colors, isNumbered, isAlone }: PointsProps) {
  return (
    <ul>
      {points.map((point, at) => (
        <li
          key={at}
          className="flex"
          style={{ marginTop: at === 0 ? 0 : isAlone && !isNumbered ? '1em' : '0.6em' }}
        >
          <span
            aria-hidden
            className="shrink-0"
            style={{ color: colors.accent, width: isNumbered ? 24 : 18 }}
          >
            {isNumbered ? `${at + 1}.` : '•'}
          </span>
          <span className="min-w-0">{isNumbered ? point : <Point text={point} />}</span>
        </li>
      ))}
    </ul>
  );
}

/** A point, with the name that it begins with in bold. */
function Point({ text }: { text: string }) {
  const lead = leadOf(text);
  return (
    <>
      {lead && <b>{lead}</b>}
      {text.slice(lead.length)}
    </>
  );
}

interface FittedProps {
  box: Box;
  /** Sizes of letters in points, the largest first. The first at which the text fits is taken. */
  sizes: readonly number[];
  /** The text. When it changes, it is fitted anew. */
  text: string;
  /** True if the text stands at the lower edge of its box. */
  atEnd?: boolean;
  /** True if the box is only as high as its text, so that something may follow below. */
  inFlow?: boolean;
  /** The part that a person edits here, if any. */
  part?: SlidePart;
  tools?: SlideTools | undefined;
  children: ReactNode;
}

/**
 * A text in a box, in the largest letters that fit. What does not fit at the smallest is cut off.
 */
function Fitted({
  box,
  sizes,
  text,
  atEnd = false,
  inFlow = false,
  part,
  tools,
  children,
}: FittedProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isEdited = part !== undefined && tools?.editing === part;
  const key = `${isEdited} ${text} ${sizes.join()} ${box.width} ${box.height}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when something does that is measured.
  useLayoutEffect(() => {
    const inner = frame.current?.firstElementChild;
    if (!(inner instanceof HTMLElement)) return;
    inner.style.setProperty('--spare', '0px');
    for (const size of sizes) {
      inner.style.fontSize = `${size}px`;
      if (inner.offsetHeight <= box.height + 1 && inner.scrollWidth <= box.width + 1) break;
    }
    // The rows of a short table are higher, so that it fills most of its room.
    const rows = inner.querySelectorAll('tbody tr').length;
    const grown = Math.min(inner.offsetHeight * 0.75, box.height * 0.85 - inner.offsetHeight);
    if (rows > 0 && grown > 0) inner.style.setProperty('--spare', `${grown / (rows + 1) / 2}px`);
  }, [key]);
  const style = inFlow ? { flexShrink: 0, width: box.width, maxHeight: box.height } : placeAt(box);
  if (isEdited) {
    return (
      <div style={inFlow ? { width: box.width, height: Math.max(box.height, 90) } : style}>
        {tools?.field}
      </div>
    );
  }
  return (
    <div
      ref={frame}
      className={classNames(
        'overflow-hidden',
        inFlow && 'relative',
        atEnd && 'flex flex-col justify-end',
        tools && part && 'has-[button:hover]:overflow-visible',
      )}
      style={style}
    >
      <div className="wrap-anywhere" style={{ fontSize: sizes[0] }}>
        {children}
      </div>
      {tools && part && (
        <button
          type="button"
          // The buttons above the slide do the same for those who do not point.
          tabIndex={-1}
          aria-hidden
          onClick={() => tools.onEdit(part)}
          className="absolute inset-0 cursor-text rounded-sm outline-offset-4 hover:outline-2 hover:outline-accent-text/60"
        />
      )}
    </div>
  );
}
