import { type ReactNode, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { ScrollBox } from '../ui/layout/scroll-box.tsx';
import type { Box } from './graph-bounds.ts';
import { useWidth } from './use-width.ts';

/** Zooms a graph. */
export interface GraphZoom {
  zoomBy: (factor: number) => void;
  fit: () => void;
}

interface GraphViewProps {
  /** The visible part of the drawing. */
  bounds: Box;
  /** Height of the view. A larger drawing scrolls. */
  heightPx: number;
  /** Smallest zoom at which the drawing is made to fit. */
  leastZoom: number;
  /** Renders zoom buttons over the lower right corner. */
  controls?: (zoom: GraphZoom) => ReactNode;
  children: ReactNode;
}

const marginPx = 14;
const limits = { least: 0.2, most: 1.5 } as const;

/** Shows a graph whose lines and nodes have their positions. The graph is scaled to fit, or scrolls. */
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
