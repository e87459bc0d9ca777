import type { ReactFlowProps } from '@xyflow/react';

/** A graph to be looked at: nothing in it is dragged, chosen or joined, and the wheel scrolls the page. */
export const stillGraph = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  proOptions: { hideAttribution: true },
} satisfies ReactFlowProps;
