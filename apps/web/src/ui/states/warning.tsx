import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Shows one thing to think about before going on, in a quiet box. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">{children}</span>
    </p>
  );
}
