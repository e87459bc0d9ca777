import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What this place is for and what to do first. */
  children: ReactNode;
  /** A button or link that begins. */
  action?: ReactNode;
}

/** A place that holds nothing yet, and teaches what it will hold. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-14 text-center">
      <div className="flex size-10 items-center justify-center rounded-xl bg-accent-soft text-accent-text">
        <Icon aria-hidden className="size-5" />
      </div>
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="max-w-md text-muted">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
