import type { Slide } from '@ecp/contract/work/slides';
import type { DeckColors } from './deck-colors.ts';

interface SlideTableProps {
  table: NonNullable<Slide['table']>;
  colors: DeckColors;
}

/** A native table of a slide. */
export function SlideTable({ table: { columns, rows }, colors }: SlideTableProps) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr style={{ borderBottom: `1.5px solid ${colors.accent}` }}>
          {columns.map(({ name, numeric }, at) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          <tr key={index} style={{ borderBottom: `0.5px solid ${colors.line}` }}>
            {columns.map(({ numeric }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
              <td key={at} className={cellStyle(numeric, at === 0)}>
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
  `px-[6px] py-[4px] align-middle ${isNumeric ? 'figures text-right' : 'text-left'} ${isStrong ? 'font-bold' : 'font-normal'}`;
