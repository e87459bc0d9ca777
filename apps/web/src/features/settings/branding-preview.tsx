import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { brandingTexts } from '../../texts/en/branding.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { brandingPreviewQuery, type TriedBranding } from './branding-queries.ts';

const { preview: texts } = brandingTexts;

/** Pages are pictures: nothing else in the box could take the focus. */
const scrollsByKeys = { role: 'region', tabIndex: 0, 'aria-label': texts.pages } as const;

/** The reader of PDFs is heavier than the rest of the app: it comes when somebody begins to change something or asks for it. */
const PdfPages = lazy(async () => ({ default: (await import('../../pdf/pdf-pages.tsx')).PdfPages }));

interface BrandingPreviewProps {
  tried: TriedBranding;
  isWanted: boolean;
  onWant: () => void;
}

/** The real PDF of a sample report with a branding that is being tried, once it is wanted. */
export function BrandingPreview({ tried, isWanted, onWant }: BrandingPreviewProps) {
  const {
    data: pdf,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...brandingPreviewQuery(tried),
    enabled: isWanted,
  });
  if (!isWanted) return <Unwanted onWant={onWant} />;
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

function Unwanted({ onWant }: { onWant: () => void }) {
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="max-h-[70dvh] overflow-hidden rounded-lg bg-sunken p-3">
        <div className="flex aspect-[210/297] max-h-[calc(70dvh-1.5rem)] w-full flex-col items-center justify-center gap-3 rounded border bg-surface p-6 text-center">
          <Button onClick={onWant}>{texts.show}</Button>
          <p className="text-muted text-sm">{texts.comes}</p>
        </div>
      </div>
    </Section>
  );
}

/** A sheet of A4 that is on its way. */
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
