import { classNames } from '../ui/class-names.ts';

/** Shapes that distinguish the marks of a row without colour. */
type DotShape = 'circle' | 'diamond';

interface Dot {
  label: string;
  value: number;
  shape: DotShape;
}

/** A filled circle or a hollow diamond, also for legends. */
export function DotMark({ shape }: { shape: DotShape }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-block',
        shape === 'circle' ? 'size-2.5 rounded-full bg-chart-1' : 'size-2 rotate-45 border-2 border-chart-2 bg-surface',
      )}
    />
  );
}

interface DotRowProps {
  dots: readonly Dot[];
  max: number;
  /** Values to mark with a vertical line, such as the bound of a good score. */
  marks?: readonly number[];
}

/** Shows the values of one item as marks on a line. The page must also show them in figures. */
export function DotRow({ dots, max, marks = [] }: DotRowProps) {
  const place = (value: number) => `${Math.min(1, Math.max(0, value / max)) * 100}%`;
  return (
    <div aria-hidden className="relative mx-1.5 h-5">
      <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
      {marks.map((mark) => (
        <div key={mark} className="absolute inset-y-0.5 w-px bg-line-strong/60" style={{ left: place(mark) }} />
      ))}
      {dots.map(({ label, value, shape }) => (
        <span
          key={label}
          title={`${label}: ${value}`}
          className="absolute top-1/2 flex -translate-x-1/2 -translate-y-1/2"
          style={{ left: place(value) }}
        >
          <DotMark shape={shape} />
        </span>
      ))}
    </div>
  );
}
