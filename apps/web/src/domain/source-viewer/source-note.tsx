import type { ReactNode } from 'react';

/** A sentence about what cannot be shown of a source. */
export function SourceNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-lg bg-sunken px-3 py-2 text-sm">
      {children}
    </p>
  );
}
