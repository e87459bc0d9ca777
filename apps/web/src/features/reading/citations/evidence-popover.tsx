import { useSyncExternalStore } from 'react';
import { defer } from '../../../ui/defer.ts';
import type { EvidenceControl } from './evidence-control.ts';
import type { NumberedCitation } from './index-citations.ts';

const evidenceWindow = defer(() => import('./evidence-window.tsx'));

/** Asks for what draws evidence before it is shown. */
export const loadEvidence = evidenceWindow.load;

export interface EvidencePopoverProps {
  control: EvidenceControl;
  engagementId: string;
  onShowInList: (citation: NumberedCitation) => void;
}

/** The evidence of one citation beside its place in the text: on hover, focus and tap; Escape closes it. */
export function EvidencePopover(props: EvidencePopoverProps) {
  const { subscribe, getShown } = props.control;
  const shown = useSyncExternalStore(subscribe, getShown);
  const parts = evidenceWindow.useModule(shown !== null);
  return parts && <parts.EvidenceWindow {...props} shown={shown} />;
}
