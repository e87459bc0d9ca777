import type { Slide } from '@ecp/contract/work/slides';
import { gradeOf } from '@ecp/language/deck-words';
import { findNamedCells } from '@ecp/language/title-names';
import type { CSSProperties } from 'react';
import { type DeckColors, wordsOn } from './deck-colors.ts';

interface SlideTableProps {
  slide: Pick<Slide, 'kind' | 'title'>;
  table: NonNullable<Slide['table']>;
  colors: DeckColors;
}

/** Draws the table of a slide. */
export function SlideTable({ slide, table, colors }: SlideTableProps) {
  const { columns, rows } = table;
  const named = findNamedCells(slide, table);
  const isNamed = (row: readonly string[], at: number) =>
    named.rows.has(row[0] ?? '') || (at > 0 && named.columns.has(columns[at]?.name ?? ''));
  const lookOf = (row: readonly string[], at: number) => {
    if (isNamed(row, at)) return { background: colors.tint };
    return slide.kind === 'risks' && at > 0 ? shadeOf(row[at] ?? '', colors) : undefined;
  };
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr style={{ borderBottom: `1.5px solid ${colors.accent}` }}>
          {columns.map(({ name, numeric }, at) => (
            <th
              key={at}
              scope="col"
              className={`${cellStyle(numeric, true)} align-bottom`}
              style={{ color: colors.ink }}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} style={{ borderBottom: `0.5px solid ${colors.line}` }}>
            {columns.map(({ numeric }, at) => (
              <td
                key={at}
                className={cellStyle(numeric, at === 0 || isNamed(row, at))}
                style={lookOf(row, at)}
              >
                {row[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellStyle = (isNumeric: boolean, isStrong: boolean) =>
  `px-[6px] py-[calc(4px+var(--spare,0px))] align-middle first:pl-0 ${isNumeric ? 'figures text-right' : 'text-left'} ${isStrong ? 'font-bold' : 'font-normal'}`;

/** Shades how likely and how grave a risk is. */
function shadeOf(text: string, { accent }: DeckColors): CSSProperties | undefined {
  const grade = gradeOf(text);
  if (grade === 'high') return { background: accent, color: wordsOn(accent), fontWeight: 700 };
  return grade === 'medium' ? { background: '#e5e5e5' } : undefined;
}
