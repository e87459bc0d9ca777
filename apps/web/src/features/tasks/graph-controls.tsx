import { type FitViewOptions, Panel, useReactFlow } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { taskTexts } from '../../texts/en/tasks.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Zooms the graph by buttons: the wheel scrolls the page. */
export function GraphControls({ fit }: { fit: FitViewOptions }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-right" className="m-2! flex rounded-lg border bg-surface">
      <IconButton label={taskTexts.graph.zoomOut} onClick={() => void zoomOut()}>
        <Minus aria-hidden />
      </IconButton>
      <IconButton label={taskTexts.graph.zoomIn} onClick={() => void zoomIn()}>
        <Plus aria-hidden />
      </IconButton>
      <IconButton label={taskTexts.graph.fit} onClick={() => void fitView(fit)}>
        <Maximize aria-hidden />
      </IconButton>
    </Panel>
  );
}
