import type { Slide } from '@ecp/contract/work/slides';
import type { CSSProperties } from 'react';
import { type DeckColors, wordsOn } from './deck-colors.ts';

interface SlideTableProps {
  kind: Slide['kind'];
  table: NonNullable<Slide['table']>;
  colors: DeckColors;
}

/** Draws the table of a slide. */
export function SlideTable({ kind, table: { columns, rows }, colors }: SlideTableProps) {
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
                className={cellStyle(numeric, at === 0)}
                style={kind === 'risks' && at > 0 ? shadeOf(row[at] ?? '', colors) : undefined}
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

const high =
  /^(?:very high|high|critical|sehr hoch|hoch|kritisch|(?:très )?élevée?|fort|forte|(?:muy )?alt[ao]|高|高い|大|عال|عالي?ة?|مرتفع(?:ة)?)$/i;
const medium = /^(?:medium|moderate|mittel|moyen(?:ne)?|modérée?|medi[ao]|moderad[ao]|中|中程度|متوسطة?)$/i;

/** Shades how likely and how grave a risk is. */
function shadeOf(text: string, { accent }: DeckColors): CSSProperties | undefined {
  if (high.test(text)) return { background: accent, color: wordsOn(accent), fontWeight: 700 };
  return medium.test(text) ? { background: '#e5e5e5' } : undefined;
}
