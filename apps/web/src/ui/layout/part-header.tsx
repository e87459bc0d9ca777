import type { ReactNode } from 'react';

interface PartHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons; the main one last. */
  actions?: ReactNode;
}

/** Header of one part of a page, above a list with its own frame. */
export function PartHeader({ title, description, actions }: PartHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="font-semibold text-lg">{title}</h2>
        {description && <div className="mt-0.5 max-w-2xl text-muted">{description}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
