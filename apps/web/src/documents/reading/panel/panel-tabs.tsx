import { readingTexts } from '../../../texts/reading.ts';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { type PanelTab, panelTabNames } from '../reading-context.ts';
import { PanelContent, type PanelContentProps } from './panel-content.tsx';

const texts = readingTexts.panel;

interface PanelTabsProps extends PanelContentProps {
  onTab: (tab: PanelTab | null) => void;
}

/** The tabs of the panel, with the selected part. Few versions have objections, and internal files no comments. */
export function PanelTabs({ tab, onTab, ...known }: PanelTabsProps) {
  const { filename, objections } = known.deliverable;
  const isMissing: Partial<Record<PanelTab, boolean>> = {
    objections: objections.length === 0,
    comments: filename.startsWith('_'),
  };
  const shown = panelTabNames.filter((name) => !isMissing[name]);
  const tabs = shown.map((value) => ({
    value,
    label: texts[value],
    content: <PanelContent tab={value} {...known} />,
  }));
  const choose = (value: string) => onTab(panelTabNames.find((name) => name === value) ?? null);
  return <Tabs label={texts.label} tabs={tabs} value={tab} onChange={choose} />;
}
