import type { EngagementStatus } from '@ecp/contract/engagements';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { statusTexts } from '../../texts/en/statuses.ts';
import { classNames } from '../../ui/class-names.ts';

const statuses = [undefined, 'running', 'paused', 'completed', 'failed', 'pending'] as const;

interface StatusFilterProps {
  status: EngagementStatus | undefined;
  onChange: (status: EngagementStatus | undefined) => void;
}

/** Narrows the list to one status. */
export function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto p-0.5">
      <legend className="sr-only">{engagementTexts.status}</legend>
      {statuses.map((option) => (
        <button
          key={option ?? 'all'}
          type="button"
          aria-pressed={option === status}
          onClick={() => onChange(option)}
          className={classNames(
            'h-8 whitespace-nowrap rounded-lg px-2.5 text-sm',
            option === status ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover',
          )}
        >
          {option ? statusTexts.engagement[option] : engagementTexts.allStatuses}
        </button>
      ))}
    </fieldset>
  );
}
