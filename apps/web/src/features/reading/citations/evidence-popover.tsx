import { useSyncExternalStore } from 'react';
import { defer } from '../../../ui/defer.ts';
import type { EvidencePopoverProps } from './evidence-window.tsx';

const evidenceWindow = defer(() => import('./evidence-window.tsx'));

/** Preloads the code that renders evidence. */
export const loadEvidence = evidenceWindow.load;

/** Shows the evidence of one citation beside its place in the text, on hover, focus and tap. Escape closes it. */
export function EvidencePopover(props: EvidencePopoverProps) {
  const { subscribe, getShown } = props.control;
  const shown = useSyncExternalStore(subscribe, getShown);
  const parts = evidenceWindow.useModule(shown !== null);
  return parts && <parts.EvidenceWindow {...props} shown={shown} />;
}
