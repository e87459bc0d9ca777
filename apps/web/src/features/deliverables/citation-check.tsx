import { countAll, countOpen } from '@ecp/contract/values/citation-counts';
import type { CitationCounts } from '@ecp/contract/values/citations';
import { Check, CircleEllipsis, TriangleAlert } from 'lucide-react';
import { deliverableTexts } from '../../texts/en/deliverables.ts';

const texts = deliverableTexts.citations;

/** Summarises the check of a version's citations in a few words. */
export function CitationCheck({ counts }: { counts: CitationCounts | null }) {
  if (!counts) return <span className="text-muted text-sm">{texts.unchecked}</span>;
  const all = countAll(counts);
  if (all === 0) return <span className="text-muted text-sm">{texts.none}</span>;
  const held = counts.verified + counts.computed;
  const { Icon, tone } = countOpen(counts) > 0 ? looks.open : held < all ? looks.unjudged : looks.fine;
  return (
    <span className={`figures flex items-center gap-1.5 whitespace-nowrap text-sm ${tone}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {held === all ? texts.allVerified(all) : texts.some(held, all)}
    </span>
  );
}

/** What nobody judged is grey: it is no fault. */
const looks = {
  open: { Icon: TriangleAlert, tone: 'text-warn' },
  unjudged: { Icon: CircleEllipsis, tone: 'text-muted' },
  fine: { Icon: Check, tone: 'text-good' },
};
