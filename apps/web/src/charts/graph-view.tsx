import { type ReactNode, useRef } from 'react';
import { ScrollBox } from '../ui/layout/scroll-box.tsx';
import type { Box } from './graph-bounds.ts';
import { useWidth } from './use-width.ts';

interface GraphViewProps {
  /** The visible part of the drawing. */
  bounds: Box;
  /** Height of the view. A larger drawing scrolls. */
  heightPx: number;
  /** Smallest zoom at which the drawing is made to fit. */
  leastZoom: number;
  children: ReactNode;
}

/** Space around a graph in its view. */
export const graphMarginPx = 14;

/** Shows a graph whose lines and nodes have their positions. The graph is scaled to fit, or scrolls. */
export function GraphView({ bounds, heightPx, leastZoom, children }: GraphViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(frame);
  const whole = Math.min((widthPx - 2 * graphMarginPx) / bounds.width, (heightPx - 2 * graphMarginPx) / bounds.height);
  const zoom = Math.max(leastZoom, Math.min(1, whole));
  return (
    <div ref={frame} className="relative size-full">
      <ScrollBox className="flex size-full overflow-y-auto">
        <div
          className="relative m-auto box-content shrink-0"
          style={{
            width: bounds.width * zoom,
            height: bounds.height * zoom,
            padding: graphMarginPx,
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
    </div>
  );
}
