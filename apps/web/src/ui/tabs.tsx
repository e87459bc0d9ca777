import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value?: string | undefined;
  onChange?: (value: string) => void;
}

/** Parts of a page of which one is seen; pages of their own are `LinkTabs`. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value } : { value };
  return (
    <Base.Root {...chosen} onValueChange={(next) => onChange?.(String(next))}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabStyle}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

/** The look of a tab, also of links that lead to neighbouring pages (`data-status="active"`, `aria-selected`). */
export const tabStyle =
  '-mb-px whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-muted hover:text-ink aria-selected:border-accent-text aria-selected:font-medium aria-selected:text-ink data-[status=active]:border-accent-text data-[status=active]:font-medium data-[status=active]:text-ink focus-visible:-outline-offset-2';
