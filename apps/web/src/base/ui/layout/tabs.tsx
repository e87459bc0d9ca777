import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';

const tabText =
  '-mb-px whitespace-nowrap border-transparent border-b-2 py-2 text-muted hover:text-ink aria-selected:border-accent-text aria-selected:font-medium aria-selected:text-ink data-[status=active]:border-accent-text data-[status=active]:font-medium data-[status=active]:text-ink focus-visible:-outline-offset-2';

interface TabsProps {
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
}

/**
 * Shows one of several parts of a page, with all tabs in view: they wrap where the row is narrow.
 * The arrow keys move along the tabs. Use `LinkTabs` for separate pages.
 */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId();
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={goAlong}
        className="flex flex-wrap gap-x-1 border-b"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? id : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={`${tabText} px-1.75`}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={id}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the Tab key must reach the text of a panel.
        tabIndex={0}
        key={value}
        className="pt-4"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  );
}

/** Moves from tab to tab, and from the last to the first. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const aims: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: tabs.length - 1,
  };
  const aim = aims[event.key];
  if (aim === undefined) return;
  event.preventDefault();
  tabs.at(aim % tabs.length)?.focus();
}

interface LinkTabsProps {
  label: string;
  /** Whether the row stands inside a tab of another row. */
  isInside?: boolean;
  children: ReactNode;
}

/**
 * A row of links to neighbouring pages; each `Link` takes the class `tabStyle`, inside of a tab
 * `insideTabStyle`.
 */
export function LinkTabs({ label, isInside = false, children }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab changes with the page.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[data-status=active]');
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 24;
  }, [path]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className={classNames('flex gap-1', isInside ? 'flex-wrap' : 'overflow-x-auto border-b')}
    >
      {children}
    </nav>
  );
}

/**
 * Class names of a tab, also for links to neighbouring pages (`data-status="active"`,
 * `aria-selected`).
 */
export const tabStyle = `${tabText} px-3`;

/** Class names of a link to a page inside of a tab. */
export const insideTabStyle =
  'whitespace-nowrap rounded-lg px-2.5 py-1 text-muted text-sm hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink focus-visible:-outline-offset-2';
