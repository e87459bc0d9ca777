import type { EngagementOverview } from '@ecp/contract/reach/overview';
import { Scale } from 'lucide-react';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { overviewTexts } from './texts.ts';

const texts = overviewTexts.recommendation;

interface RecommendationProps {
  engagementId: string;
  recommendation: EngagementOverview['recommendation'];
}

/** What the engagement advises, in about three lines, with the paper that says it. */
export function Recommendation({ engagementId, recommendation }: RecommendationProps) {
  if (recommendation === null) return null;
  const { filename, title, text } = recommendation;
  return (
    <section
      aria-labelledby="recommendation"
      className="rounded-xl border border-l-4 border-l-accent bg-surface p-4"
    >
      <h2 id="recommendation" className="flex items-center gap-2 font-semibold text-muted text-sm">
        <Scale aria-hidden className="size-4 shrink-0" />
        {texts.title}
      </h2>
      <p className="wrap-anywhere mt-1.5 font-semibold text-lg leading-snug">{title}</p>
      {text === null ? (
        <p className="mt-1 text-muted">{texts.none}</p>
      ) : (
        <p className="wrap-anywhere mt-1 line-clamp-6 max-w-[100ch] md:line-clamp-3">{text}</p>
      )}
      <DocumentLink
        engagementId={engagementId}
        filename={filename}
        className={`${linkStyle} mt-2 inline-block`}
      >
        {texts.read}
      </DocumentLink>
    </section>
  );
}
