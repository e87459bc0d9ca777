import type { Slide } from '@ecp/contract/work/slides';
import { Fragment } from 'react';
import type { Box } from './chart-layout.ts';
import type { DeckColors } from './deck-colors.ts';

/** The most steps that a line has room for. */
const maxSteps = 7;

/** Whether the table of a slide is drawn as steps along a line. */
export const isTimeline = ({ kind, table }: Slide): boolean =>
  kind === 'timeline' &&
  table !== null &&
  table.columns.length > 1 &&
  table.rows.length > 1 &&
  table.rows.length <= maxSteps;

interface SlideTimelineProps {
  rows: readonly (readonly string[])[];
  room: Box;
  colors: DeckColors;
}

/** Draws steps along a line, with their times above it and their words below it. */
export function SlideTimeline({ rows, room, colors }: SlideTimelineProps) {
  const lineAt = room.height * 0.2;
  const gap = 16;
  const width = (room.width - gap * (rows.length - 1)) / rows.length;
  return (
    <div className="relative" style={{ width: room.width, minHeight: lineAt + 16 }}>
      <div
        className="absolute inset-x-0"
        style={{ top: lineAt - 0.75, height: 1.5, background: colors.accent }}
      />
      <ol className="flex" style={{ gap }}>
        {rows.map(([when = '', ...what], at) => (
          <li key={at} style={{ width }}>
            <p
              className="flex items-end font-bold"
              style={{ height: lineAt - 11, marginBottom: 4.5 }}
            >
              {when}
            </p>
            <div
              className="relative rounded-full"
              style={{ width: 13, height: 13, background: colors.accent }}
            />
            <div style={{ paddingTop: 9 }}>
              {what.map((text, index) => (
                <Fragment key={index}>
                  {text && (
                    <p
                      style={{
                        color: index === 0 ? colors.ink : colors.quiet,
                        marginBottom: '0.3em',
                      }}
                    >
                      {text}
                    </p>
                  )}
                </Fragment>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
