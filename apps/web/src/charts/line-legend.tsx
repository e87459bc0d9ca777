/** Styles of a chart's lines. They differ by colour, and by dashes for people who cannot distinguish colours. */
export const lineStyles = [
  { stroke: 'var(--chart-1)' },
  { stroke: 'var(--chart-2)', strokeDasharray: '6 3' },
  { stroke: 'var(--chart-3)', strokeDasharray: '2 3' },
] as const;

/** A sample of a line as the chart draws it. */
export function LineSample({ index }: { index: number }) {
  return (
    <svg aria-hidden="true" width="20" height="8" className="shrink-0">
      <line x1="0" x2="20" y1="4" y2="4" strokeWidth="2" {...lineStyles[index % lineStyles.length]} />
    </svg>
  );
}

/** Shows the names of a chart's lines. */
export function LineLegend({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {lines.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <LineSample index={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}
