import { isOwnAddress } from '../../../domain/markdown/own-address.ts';
import { formatMoment } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import type { CitedPage } from './index-pages.ts';

/** Names the archived pages that a footnote cites, with address and time (POR-14). Their texts are the team's. */
export function CitedPages({ pages }: { pages: readonly CitedPage[] }) {
  if (pages.length === 0) return null;
  return (
    <div className="mt-1 flex flex-col items-start gap-1.5">
      {pages.map((page) => (
        <CitedPageNote key={`${page.url} ${page.fetchedAt}`} page={page} />
      ))}
    </div>
  );
}

/** Names one archived page. */
export function CitedPageNote({ page: { title, url, fetchedAt } }: { page: CitedPage }) {
  return (
    <span className="wrap-anywhere text-[0.8125em] text-muted">
      {' '}
      <span dir="auto" className="font-medium">
        {title}
      </span>
      {' · '}
      {isOwnAddress(url) ? (
        url
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkStyle}>
          {url}
          <span className="sr-only">{readingTexts.markdown.outside}</span>
        </a>
      )}
      {' · '}
      <time dateTime={fetchedAt}>{portalTexts.archived(formatMoment(fetchedAt))}</time>
    </span>
  );
}
