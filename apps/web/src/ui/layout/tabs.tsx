import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { tabStyle } from './tab-style.ts';

interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
}

/** Shows one of several parts of a page. The arrow keys move along the tabs. Use `LinkTabs` for separate pages. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId();
  return (
    <div>
      <div role="tablist" aria-label={label} onKeyDown={goAlong} className="flex gap-1 overflow-x-auto border-b">
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
            className={tabStyle}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the Tab key must reach the text of a panel. */}
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${value}`} tabIndex={0} key={value} className="pt-4">
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  );
}

/** Moves from tab to tab, and from the last to the first. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const aims: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
  const aim = aims[event.key];
  if (aim === undefined) return;
  event.preventDefault();
  tabs.at(aim % tabs.length)?.focus();
}
