import { GraphLabel } from '../../../charts/graph-parts.tsx';
import { formatCount } from '../../../format/format.ts';
import type { DrawnLink } from './draw-agents.ts';

interface ConsultationCountProps {
  link: DrawnLink;
  /** Describes the button for users who cannot see the line. */
  label: string;
  onOpen: (linkId: string) => void;
}

/** The number on the line between two agents: a button that opens the consultations. */
export function ConsultationCount({ link: { id, middle, count }, label, onOpen }: ConsultationCountProps) {
  return (
    <GraphLabel at={middle}>
      <button
        type="button"
        aria-label={label}
        onClick={() => onOpen(id)}
        className="figures flex h-6 min-w-6 items-center justify-center rounded-full border border-accent-text/50 bg-surface px-1.5 font-medium text-accent-text text-xs hover:bg-accent-soft"
      >
        {formatCount(count)}
      </button>
    </GraphLabel>
  );
}
