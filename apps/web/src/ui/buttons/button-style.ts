import { classNames } from '../class-names.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

const kinds: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-accent-ink hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-danger-fill text-white hover:brightness-110',
};
const sizes: Record<ButtonSize, string> = { small: 'h-7 px-2 text-sm', medium: 'h-9 px-3.5' };

/** Class names of a button, also for links that look like one. */
export function buttonStyle(kind: ButtonKind = 'secondary', size: ButtonSize = 'medium', extra?: string): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-lg border font-medium',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-60',
    kinds[kind],
    sizes[size],
    extra,
  );
}
