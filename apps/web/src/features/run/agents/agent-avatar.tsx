import { classNames } from '../../../ui/class-names.ts';

/** Initials of an agent, with a filled background while it works. */
export function AgentAvatar({ name, isWorking }: { name: string; isWorking: boolean }) {
  const initials = name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
  return (
    <span
      aria-hidden
      className={classNames(
        'flex size-7 shrink-0 items-center justify-center rounded-lg font-semibold text-xs',
        isWorking ? 'bg-accent text-accent-ink' : 'bg-accent-soft text-accent-text',
      )}
    >
      {initials}
    </span>
  );
}
