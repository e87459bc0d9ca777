import type { ReactNode } from 'react';

/** A row of links to neighbouring pages; give each `Link` the class `tabStyle` of tabs.tsx. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b">
      {children}
    </nav>
  );
}
