import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { buttonStyle } from '../../../base/ui/buttons.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../../base/ui/states.tsx';
import { brandingTexts } from './texts.ts';

const { preview: texts } = brandingTexts;

/** Makes the box focusable. The pages are images, so nothing else in it could have the focus. */
const scrollsByKeys = () => ({ role: 'region', tabIndex: 0, 'aria-label': texts.pages }) as const;

/** The PDF viewer is large, so it loads on demand. */
const PdfPages = lazy(async () => ({
  default: (await import('../../../base/ui/pdf/pdf-pages.tsx')).PdfPages,
}));

/** Shows the actual PDF of a sample report with an unsaved branding. */
export function BrandingPreview(tried: UnsavedBranding) {
  const { data: pdf, error, isPlaceholderData, refetch } = useQuery(brandingPreviewQuery(tried));
  return (
    <div className="lg:sticky lg:top-6">
      <Section
        title={texts.title}
        description={texts.description}
        actions={pdf && <OpenLink pdf={pdf} />}
      >
        {error && !pdf ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div
            {...scrollsByKeys()}
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

/** A branding that is being edited. An empty string means none. */
interface UnsavedBranding {
  companyName: string;
  primaryColor: string;
  /** Only distinguishes previews. The PDF contains the stored logo. */
  logoUrl: string | null;
}

/** A sample report with that branding as a PDF. The last one remains until the next has loaded. */
const brandingPreviewQuery = ({ companyName, primaryColor, logoUrl }: UnsavedBranding) =>
  queryOptions({
    queryKey: ['branding-preview', companyName, primaryColor, logoUrl],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.previewBranding({ companyName, primaryColor }, { signal })).blob(),
  });
