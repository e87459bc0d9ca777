/** Class names of all text inputs. */
export const controlStyle =
  'w-full min-w-0 rounded-lg border border-line-strong/60 bg-surface px-3 text-ink transition-colors hover:border-line-strong disabled:opacity-60 aria-invalid:border-danger';
