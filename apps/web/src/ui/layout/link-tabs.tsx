import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A row of links to neighbouring pages; each `Link` takes the class `tabStyle`. The current one is scrolled into view.
 */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the page.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[data-status=active]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 24;
  }, [path]);
  return (
    <nav ref={row} aria-label={label} className="flex gap-1 overflow-x-auto border-b">
      {children}
    </nav>
  );
}
