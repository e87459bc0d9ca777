import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { brandingTexts } from '../../../texts/en/settings/branding.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { brandingPreviewQuery, type UnsavedBranding } from './branding-queries.ts';

const { preview: texts } = brandingTexts;

/** Makes the box focusable. The pages are images, so nothing else in it could have the focus. */
const scrollsByKeys = { role: 'region', tabIndex: 0, 'aria-label': texts.pages } as const;

/** The PDF viewer is large, so it loads on demand. */
const PdfPages = lazy(async () => ({ default: (await import('../../../pdf/pdf-pages.tsx')).PdfPages }));

/** Shows the actual PDF of a sample report with an unsaved branding. */
export function BrandingPreview(tried: UnsavedBranding) {
  const { data: pdf, error, isPlaceholderData, refetch } = useQuery(brandingPreviewQuery(tried));
  return (
    <div className="lg:sticky lg:top-6">
      <Section title={texts.title} description={texts.description} actions={pdf && <OpenLink pdf={pdf} />}>
        {error && !pdf ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div
            {...scrollsByKeys}
            aria-busy={!pdf || isPlaceholderData}
            className="max-h-[70dvh] overflow-y-auto rounded-lg bg-sunken p-3 focus-visible:-outline-offset-2"
          >
            <Suspense fallback={<Sheet />}>
              <PdfPages pdf={pdf} placeholder={<Sheet />} label={texts.page} />
            </Suspense>
          </div>
        )}
        <p aria-live="polite" className="sr-only">
          {pdf ? isPlaceholderData && texts.updating : texts.drawing}
        </p>
      </Section>
    </div>
  );
}

/** A placeholder for an A4 page that is loading. */
function Sheet() {
  return <Skeleton className="aspect-[210/297] w-full" />;
}

function OpenLink({ pdf }: { pdf: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(pdf);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [pdf]);
  return (
    <a href={url} target="_blank" rel="noopener" className={buttonStyle('secondary', 'small')}>
      {texts.open}
    </a>
  );
}
