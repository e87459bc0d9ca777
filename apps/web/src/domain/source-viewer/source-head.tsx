import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay, formatMoment } from '../../format/format.ts';
import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { isOwnAddress } from '../markdown/own-address.ts';
import type { ShownSource } from './source-loader.ts';

/** Names a source with its place, its address and the day on which it was archived. */
export function SourceHead({ source, actions }: { source: ShownSource; actions: ReactNode }) {
  const { title, place, url, fetchedAt } = source;
  const opens = url !== null && /^https?:/i.test(url) && !isOwnAddress(url);
  return (
    <header className="flex min-w-0 flex-col gap-1.5">
      <p dir="auto" className="wrap-anywhere font-medium">
        {title || readingTexts.citations.unnamed}
        {place !== null && place !== title && <span className="font-normal text-muted"> · {place}</span>}
      </p>
      {(url !== null || fetchedAt !== null) && (
        <p className="wrap-anywhere text-muted text-sm">
          {url !== null && url !== title && url}
          {fetchedAt !== null && (
            <time dateTime={fetchedAt} title={formatMoment(fetchedAt)} className="block">
              {texts.archived(formatDay(fetchedAt))}
            </time>
          )}
        </p>
      )}
      <div className="-ms-2 flex flex-wrap gap-1 empty:hidden">
        {actions}
        {opens && (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={buttonStyle('quiet', 'small')}>
            <ExternalLink aria-hidden className="size-3.5" />
            {texts.original}
            <span className="sr-only">{readingTexts.markdown.outside}</span>
          </a>
        )}
      </div>
    </header>
  );
}
