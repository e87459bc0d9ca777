import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Explains the purpose of the place and the first step. */
  children: ReactNode;
  /** A button or link for the first step. */
  action?: ReactNode;
}

/** Shown in an empty place. It explains what the place will contain. */
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
