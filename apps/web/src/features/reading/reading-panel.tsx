import { readingTexts } from '../../texts/en/reading.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { Deliverable } from '../deliverables/queries.ts';
import type { NumberedCitation } from './index-citations.ts';
import { PanelContent } from './panel-content.tsx';
import { Sheet } from './sheet.tsx';
import { useMedia } from './use-media.ts';
import type { Reading } from './use-reading.ts';

const texts = readingTexts.panel;
const names = ['citations', 'scores', 'history', 'provenance'] as const;

/** A part of the panel. */
export type PanelTab = (typeof names)[number];

interface ReadingPanelProps {
  tab: PanelTab | null;
  onTab: (tab: PanelTab | null) => void;
  deliverable: Deliverable;
  reading: Reading;
}

/** From here on the panel stands beside the text; below it lies over it. */
const besideQuery = '(min-width: 1200px)';

/** What is known about a deliverable, beside its text or over it. */
export function ReadingPanel({ tab, onTab, deliverable, reading }: ReadingPanelProps) {
  const isBeside = useMedia(besideQuery);
  const close = () => onTab(null);
  const showInText = (citation: NumberedCitation) => {
    if (isBeside) return reading.showInText(citation);
    close();
    // The sheet gives the focus back first; the place in the text keeps it.
    requestAnimationFrame(() => requestAnimationFrame(() => reading.showInText(citation)));
  };
  const tabs = names.map((value) => ({
    value,
    label: texts[value],
    content: <PanelContent tab={value} deliverable={deliverable} reading={reading} onShowInText={showInText} />,
  }));
  const choose = (value: string) => onTab(names.find((name) => name === value) ?? null);
  const content = tab !== null && <Tabs label={texts.label} tabs={tabs} value={tab} onChange={choose} />;
  if (!isBeside) {
    return (
      <Sheet open={tab !== null} onClose={close} title={texts.label}>
        {content}
      </Sheet>
    );
  }
  if (tab === null) return null;
  return (
    <aside
      aria-label={texts.label}
      className="sticky top-12 h-[calc(100dvh-3rem)] w-96 shrink-0 overflow-y-auto border-l px-4 pt-1 pb-4 print:hidden"
    >
      {content}
    </aside>
  );
}
