import type { ListedCitation } from '@ecp/contract/values/citations';
import { Link } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { formatDay, formatMoment } from '../../../base/format/format.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { linkStyle } from '../../../base/ui/buttons.tsx';

/** An archived page, and the citation whose words are marked in it. */
export interface CitedPage {
  page: NonNullable<ListedCitation['page']>;
  document: string;
  version: number;
  citation: number;
}

interface ArchivedSourceProps {
  engagementId: string;
  title: string;
  archived: CitedPage;
}

/**
 * Names an archived page with its address and time. Its link opens the archived text at the cited
 * words.
 */
export function ArchivedSource({ engagementId, title, archived }: ArchivedSourceProps) {
  const { page, document, version, citation } = archived;
  return (
    <div className="flex min-w-0 gap-2">
      <Globe
        role="img"
        aria-label={readingTexts.citations.kind.url}
        className="mt-0.5 size-4 shrink-0 text-muted"
      />
      <div className="min-w-0">
        <Link
          to="/engagements/$engagementId/research/$pageId"
          params={{ engagementId, pageId: page.id }}
          search={{ document, version: String(version), citation: String(citation) }}
          dir="auto"
          className={`wrap-anywhere ${linkStyle}`}
        >
          {title}
          <span className="sr-only"> ({readingTexts.citations.openCited})</span>
        </Link>
        <p className="wrap-anywhere text-muted text-sm">
          <time dateTime={page.fetchedAt} title={formatMoment(page.fetchedAt)}>
            {readingTexts.citations.archived(formatDay(page.fetchedAt))}
          </time>
          {' · '}
          {page.url}
        </p>
      </div>
    </div>
  );
}
