import { readingTexts } from '../../texts/en/reading.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { PanelContent, type PanelContentProps } from './panel-content.tsx';
import { type PanelTab, panelTabNames } from './panel-tab.ts';

const texts = readingTexts.panel;

interface PanelTabsProps extends PanelContentProps {
  onTab: (tab: PanelTab | null) => void;
}

/** The tabs of the panel, with the selected part. Few versions have objections. */
export function PanelTabs({ tab, onTab, ...known }: PanelTabsProps) {
  const shown = panelTabNames.filter((name) => name !== 'objections' || known.deliverable.objections.length > 0);
  const tabs = shown.map((value) => ({
    value,
    label: texts[value],
    content: <PanelContent tab={value} {...known} />,
  }));
  const choose = (value: string) => onTab(panelTabNames.find((name) => name === value) ?? null);
  return <Tabs label={texts.label} tabs={tabs} value={tab} onChange={choose} />;
}
