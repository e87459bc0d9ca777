import { defer } from '../../base/ui/defer.ts';
import { stickToBottom } from '../../base/ui/layout/sticky-bar.ts';
import { useMedia } from '../../base/ui/screen.ts';
import { SkeletonRows } from '../../base/ui/states.tsx';
import type { ShownSource } from './cited-sources.ts';
import type { SourceWindowProps } from './source-window.tsx';
import { sourceTexts } from './texts.ts';

const sourceWindow = defer(() => import('./source-window.tsx'));

/** The viewer is beside the text from this width on, and at the bottom edge below it. */
const besideQuery = '(min-width: 1200px)';
const panelStyle =
  'sticky top-(--stuck-top) h-[calc(100dvh-var(--stuck-top,0px))] w-[clamp(24rem,40vw,52rem)] shrink-0 self-start border-l';
/** Leaves the upper part of the window to the text. */
const sheetStyle =
  'fixed inset-x-0 bottom-0 z-30 h-[58dvh] rounded-t-2xl border-t shadow-[0_-8px_24px_rgb(0_0_0/0.12)]';

/**
 * Shows the source of a citation beside its text; on narrow screens below it, so that the text
 * stays in view.
 */
export function SourceViewer<S extends ShownSource>(props: SourceWindowProps<S>) {
  const isBeside = useMedia(besideQuery);
  const parts = sourceWindow.useModule(true);
  return (
    <aside
      data-source-viewer
      key={`${isBeside}`}
      ref={isBeside ? undefined : stickToBottom}
      aria-label={sourceTexts.label}
      className={`flex flex-col bg-surface print:hidden ${isBeside ? panelStyle : sheetStyle}`}
    >
      {parts ? <parts.SourceWindow {...props} /> : <SkeletonRows rows={4} className="m-4 h-24" />}
    </aside>
  );
}
