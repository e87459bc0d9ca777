import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';

interface BrandedNoticeProps {
  title: string;
  lead: string;
  advice: string;
  action?: ReactNode;
}

/** Full-page notice when there is nothing to read: it names the problem and a way on. */
export function BrandedNotice({ title, lead, advice, action }: BrandedNoticeProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 py-16 text-center">
      <div className="flex size-12 items-center justify-center rounded-2xl bg-sunken text-muted">
        <Link2Off aria-hidden className="size-6" />
      </div>
      <h1 className="text-balance font-semibold text-xl tracking-tight">{title}</h1>
      <p className="text-muted">{lead}</p>
      <p className="text-muted">{advice}</p>
      {action}
    </div>
  );
}
