import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatUtcDay } from '../../format/format.ts';
import { moreSettingsTexts as texts } from '../../texts/en/start-engagement.ts';

interface MoreSettingsProps {
  /** YYYY-MM-DD; empty for none. It is shown while the settings are folded, because a request may have set it. */
  dueDate: string;
  /** Whether a setting must be seen, because it is refused. */
  mustShow: boolean;
  children: ReactNode;
}

/** Folds the settings that a new engagement can do without. */
export function MoreSettings({ dueDate, mustShow, children }: MoreSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || mustShow}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-xl"
    >
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-lg px-1 py-1.5">
        <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
        <span className="font-semibold">{texts.title}</span>
        <span className="text-muted text-sm">{texts.what}</span>
        {dueDate !== '' && <span className="figures text-sm">{texts.due(formatUtcDay(dueDate))}</span>}
      </summary>
      <div className="mt-3 flex flex-col gap-6">{children}</div>
    </details>
  );
}
