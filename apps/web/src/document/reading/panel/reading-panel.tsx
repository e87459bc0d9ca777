import type { Deliverable } from '../../../base/api/document-queries.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { defer } from '../../../base/ui/defer.ts';
import { Sheet } from '../../../base/ui/dialogs/dialog.tsx';
import { useMedia } from '../../../base/ui/screen.ts';
import { SkeletonRows } from '../../../base/ui/states.tsx';
import type { Commenting } from '../comments/commenting.ts';
import type { PanelTab } from '../reading-context.ts';
import type { ReadingState } from '../use-reading.ts';

const texts = readingTexts.panel;
const panelTabs = defer(() => import('./panel-tabs.tsx'));

interface ReadingPanelProps {
  tab: PanelTab | null;
  onTab: (tab: PanelTab | null) => void;
  deliverable: Deliverable;
  reading: ReadingState;
  commenting: Commenting;
}

/** From this width on, the panel is beside the text; below it, over the text. */
const besideQuery = '(min-width: 1200px)';

/**
 * Shows details of a deliverable beside or over its text. The code of its parts loads when it is
 * opened.
 */
export function ReadingPanel({ tab, onTab, deliverable, reading, commenting }: ReadingPanelProps) {
  const isBeside = useMedia(besideQuery);
  const parts = panelTabs.useModule(tab !== null);
  const close = () => onTab(null);
  const showBeside = (show: () => void) => {
    if (isBeside) return show();
    close();
    // The sheet restores the focus first. Waiting two frames lets the text keep the focus.
    requestAnimationFrame(() => requestAnimationFrame(show));
  };
  const content =
    tab !== null &&
    (parts ? (
      <parts.PanelTabs
        tab={tab}
        onTab={onTab}
        deliverable={deliverable}
        reading={reading}
        commenting={commenting}
        onShowInText={(citation) => showBeside(() => reading.showInText(citation))}
        onShowWords={(show) =>
          showBeside(() => reading.article.current && show(reading.article.current))
        }
      />
    ) : (
      <SkeletonRows rows={4} className="h-28 w-full" />
    ));
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
      className="sticky top-(--stuck-top) h-[calc(100dvh-var(--stuck-top,3rem))] w-104 shrink-0 overflow-y-auto border-l px-4 pt-1 pb-4 print:hidden"
    >
      {content}
    </aside>
  );
}
