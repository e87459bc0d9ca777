import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../base/ui/class-names.ts';

interface OpeningRowProps {
  /** Layout of the row's content, after the marker. */
  className: string;
  line: ReactNode;
  children: ReactNode;
}

export function ExpandableRow({ className, line, children }: OpeningRowProps) {
  return (
    <li>
      <details className="group">
        <summary
          className={classNames(
            'cursor-pointer list-none items-center gap-x-3 gap-y-1 px-4 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden',
            className,
          )}
        >
          <ChevronRight
            aria-hidden
            className="size-4 text-muted transition-transform group-open:rotate-90"
          />
          {line}
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4 md:pl-11">{children}</div>
      </details>
    </li>
  );
}
