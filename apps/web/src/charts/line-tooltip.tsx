import { LineSample } from './line-legend.tsx';
import type { LinePoint, LineWords } from './line-point.ts';

interface LineTooltipProps extends LineWords {
  point: LinePoint | undefined;
}

/** Shows the values of one moment in a small table. */
export function LineTooltip({ point, lines, formatX, formatY }: LineTooltipProps) {
  if (!point) return null;
  return (
    <div className="rounded-lg border bg-surface px-3 py-2 text-sm shadow-black/5 shadow-lg">
      <p className="figures text-muted">{formatX(point.x)}</p>
      <table>
        <tbody>
          {lines.map((name, index) => {
            const value = point.values[index];
            return value === null || value === undefined ? null : (
              <tr key={name}>
                <th scope="row" className="pr-4 text-left font-normal">
                  <span className="flex items-center gap-2">
                    {lines.length > 1 && <LineSample index={index} />}
                    {name}
                  </span>
                </th>
                <td className="figures text-right font-medium">{formatY(value)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
