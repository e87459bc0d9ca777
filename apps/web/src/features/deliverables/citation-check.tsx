import type { CitationCounts } from '@ecp/contract/values/citations';
import { countAll, countOpen } from '@ecp/contract/values/count-citations';
import { Check, TriangleAlert } from 'lucide-react';
import { deliverableTexts } from '../../texts/en/deliverables.ts';

const texts = deliverableTexts.citations;

/** Summarises the check of a version's citations in a few words. */
export function CitationCheck({ counts }: { counts: CitationCounts | null }) {
  if (!counts) return <span className="text-muted text-sm">{texts.unchecked}</span>;
  const all = countAll(counts);
  if (all === 0) return <span className="text-muted text-sm">{texts.none}</span>;
  const held = all - countOpen(counts);
  const isFine = held === all;
  const Icon = isFine ? Check : TriangleAlert;
  return (
    <span
      className={`figures flex items-center gap-1.5 whitespace-nowrap text-sm ${isFine ? 'text-good' : 'text-warn'}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {isFine ? texts.allVerified(all) : texts.some(held, all)}
    </span>
  );
}
