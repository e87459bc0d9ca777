import { readingTexts } from '../../texts/en/reading.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import type { NumberedCitation } from './citations/index-citations.ts';
import { PanelContent } from './panel-content.tsx';
import type { Reading } from './use-reading.ts';

const texts = readingTexts.panel;
const names = ['citations', 'scores', 'history', 'provenance'] as const;

/** A part of the panel. */
export type PanelTab = (typeof names)[number];

interface PanelTabsProps {
  tab: PanelTab;
  onTab: (tab: PanelTab | null) => void;
  deliverable: Deliverable;
  reading: Reading;
  onShowInText: (citation: NumberedCitation) => void;
}

/** The parts of the panel, of which one is shown. */
export function PanelTabs({ tab, onTab, ...known }: PanelTabsProps) {
  const tabs = names.map((value) => ({
    value,
    label: texts[value],
    content: <PanelContent tab={value} {...known} />,
  }));
  const choose = (value: string) => onTab(names.find((name) => name === value) ?? null);
  return <Tabs label={texts.label} tabs={tabs} value={tab} onChange={choose} />;
}
