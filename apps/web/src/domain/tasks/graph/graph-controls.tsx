import { Maximize, Minus, Plus } from 'lucide-react';
import type { GraphZoom } from '../../../charts/graph-view.tsx';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

const stepFactor = 1.2;

/** Zooms the graph with buttons, because the wheel scrolls. */
export function GraphControls({ zoomBy, fit }: GraphZoom) {
  return (
    <div className="absolute right-2 bottom-2 flex rounded-lg border bg-surface">
      <IconButton label={taskTexts.graph.zoomOut} onClick={() => zoomBy(1 / stepFactor)}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton label={taskTexts.graph.zoomIn} onClick={() => zoomBy(stepFactor)}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton label={taskTexts.graph.fit} onClick={fit}>
        <Maximize aria-hidden />
      </IconButton>
    </div>
  );
}
