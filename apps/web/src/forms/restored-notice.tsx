import { History } from 'lucide-react';
import { leavePageTexts } from '../texts/en/shared/leave-page.ts';
import { Button } from '../ui/buttons/button.tsx';

/** Says that the form contains an earlier draft. */
export function RestoredNotice({ text, onStartOver }: { text: string; onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-info-soft px-3 py-2 text-info"
    >
      <History aria-hidden className="size-4 shrink-0" />
      <span className="min-w-40 flex-1">{text}</span>
      <Button size="small" onClick={onStartOver}>
        {leavePageTexts.startOver}
      </Button>
    </div>
  );
}
