import { classNames } from '../class-names.ts';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1. A higher value is shown as full. */
  value: number;
  tone?: 'accent' | 'danger';
}

/** Shows progress. */
export function ProgressBar({ label, value, tone = 'accent' }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover"
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width]',
          tone === 'danger' ? 'bg-danger-fill' : 'bg-accent',
        )}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
