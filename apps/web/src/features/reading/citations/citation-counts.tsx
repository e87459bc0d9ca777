import { countAll, countOpen } from '@ecp/contract/values/citation-counts';
import type { CitationCounts } from '@ecp/contract/values/citations';
import { CircleCheck, CircleDashed, CircleEllipsis, TriangleAlert } from 'lucide-react';
import { readingTexts } from '../../../texts/en/reading.ts';
import { classNames } from '../../../ui/class-names.ts';

const texts = readingTexts.citations;

/** Shows “153 citations, all verified”, or how many failed or were not judged. Opens the list of citations. */
export function CitationCountsButton({ counts, onOpen }: { counts: CitationCounts | null; onOpen: () => void }) {
  const { label, Icon, tone } = describe(counts);
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames('-mx-1 inline-flex items-center gap-1.5 rounded-md px-1 font-medium hover:bg-hover', tone)}
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </button>
  );
}

/** Tells the result of a check in a few words, with its icon and its tone. What nobody judged is grey. */
export function describe(counts: CitationCounts | null) {
  if (counts === null) return { label: texts.notChecked, Icon: CircleDashed, tone: 'text-muted' };
  const failed = countOpen(counts);
  const total = countAll(counts);
  if (total === 0) return { label: texts.none, Icon: CircleDashed, tone: 'text-muted' };
  const { unjudged } = counts;
  if (failed === 0 && unjudged > 0) {
    return { label: texts.someUnjudged(total, unjudged), Icon: CircleEllipsis, tone: 'text-muted' };
  }
  if (failed === 0) return { label: texts.allVerified(total), Icon: CircleCheck, tone: 'text-good' };
  return { label: texts.someFailed(total, failed, unjudged), Icon: TriangleAlert, tone: 'text-danger' };
}
