interface CountBadgeProps {
  count: number;
  /** Numbers from this one on are shown as the one before it with a plus, such as `99+`. */
  below: number;
  /** Says what the number counts, for people who cannot see where it stands. */
  describe: (count: string) => string;
}

/** A number at the end of a link, such as that of unread notices. Renders nothing for 0. */
export function CountBadge({ count, below, describe }: CountBadgeProps) {
  if (count === 0) return null;
  const shown = count < below ? String(count) : `${below - 1}+`;
  return (
    <span className="figures ml-auto rounded-md bg-accent-soft px-1.5 text-accent-text text-xs leading-5">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{describe(shown)}</span>
    </span>
  );
}
