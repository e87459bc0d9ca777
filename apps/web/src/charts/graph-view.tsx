import { type ReactNode, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { ScrollBox } from '../ui/layout/scroll-box.tsx';
import type { Box } from './graph-bounds.ts';
import { useWidth } from './use-width.ts';

/** How a graph is made larger and smaller. */
export interface GraphZoom {
  zoomBy: (factor: number) => void;
  fit: () => void;
}

interface GraphViewProps {
  /** What of the drawing there is to see. */
  bounds: Box;
  /** Room for it; what is larger scrolls. */
  heightPx: number;
  /** It is made smaller to fit, but not smaller than by this. */
  leastZoom: number;
  /** Buttons that zoom, over the lower right corner. */
  controls?: (zoom: GraphZoom) => ReactNode;
  children: ReactNode;
}

const marginPx = 14;
const limits = { least: 0.2, most: 1.5 } as const;

/** A window on a graph, whose lines and nodes stand where the layout has put them: it fits in, or is scrolled. */
export function GraphView({ bounds, heightPx, leastZoom, controls, children }: GraphViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const [chosen, setChosen] = useState<number | null>(null);
  const whole = Math.min((widthPx - 2 * marginPx) / bounds.width, (heightPx - 2 * marginPx) / bounds.height);
  const zoom = chosen ?? Math.max(leastZoom, Math.min(1, whole));
  const zoomBy = (factor: number) => setChosen(Math.min(limits.most, Math.max(limits.least, zoom * factor)));
  return (
    <div ref={frame} className="relative size-full">
      <ScrollBox className="flex size-full overflow-y-auto">
        <div
          className={classNames('relative mx-auto box-content shrink-0', !controls && 'my-auto')}
          style={{
            width: bounds.width * zoom,
            height: bounds.height * zoom,
            padding: marginPx,
          }}
        >
          <div
            className="absolute origin-top-left"
            style={{ transform: `scale(${zoom}) translate(${-bounds.x}px, ${-bounds.y}px)` }}
          >
            {children}
          </div>
        </div>
      </ScrollBox>
      {controls?.({ zoomBy, fit: () => setChosen(null) })}
    </div>
  );
}
