import { X } from 'lucide-react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import type { DependencyChoice } from './dependency-item.tsx';

interface DependencyChipsProps {
  chosen: readonly DependencyChoice[];
  onRemove: (id: string) => void;
}

/** The chosen dependencies, each with a button that removes it; renders nothing without any. */
export function DependencyChips({ chosen, onRemove }: DependencyChipsProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chosen.map(({ id, name }) => (
        <li key={id} className="flex h-6 min-w-0 items-center gap-1 rounded-md bg-sunken pr-0.5 pl-2 text-sm">
          <span className="truncate" title={name}>
            {name}
          </span>
          <button
            type="button"
            aria-label={taskTexts.stopWaitingFor(name)}
            onClick={() => onRemove(id)}
            className="rounded p-0.5 text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
