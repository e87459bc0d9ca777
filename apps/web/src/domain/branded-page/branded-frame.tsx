import type { PageBranding } from '@ecp/contract/identity/branding';
import { type ReactNode, useEffect } from 'react';
import { useBrandTheme } from '../../theme/use-brand-theme.ts';
import { classNames } from '../../ui/class-names.ts';
import { SkipLink } from '../../ui/layout/skip-link.tsx';

interface BrandedFrameProps {
  /** Undefined until it has loaded. */
  branding?: PageBranding;
  /** Title of the browser window. It never contains the URL, which is secret. */
  title: string;
  /** Text of the link that skips to the content. */
  skip: string;
  /** Notice at the end of the page about the privacy of the link. */
  privacy: string;
  children: ReactNode;
}

/** Frame of the pages that a link opens without an account. It has the firm's logo, name and colour only. */
export function BrandedFrame({ branding, title, skip, privacy, children }: BrandedFrameProps) {
  useBrandTheme(branding?.primaryColor);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      {/* The URL contains the token, so it is hidden from linked pages and search engines. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <SkipLink>{skip}</SkipLink>
      <header className={classNames(branding?.primaryColor ? 'bg-accent text-accent-ink' : 'border-b')}>
        <div className="mx-auto flex min-h-14 max-w-7xl items-center gap-3 px-4 py-2 md:px-8">
          {branding?.logo && (
            <img src={branding.logo} alt="" className="h-9 max-w-36 rounded-md bg-white object-contain p-1" />
          )}
          <p className="line-clamp-2 min-w-0 font-semibold text-lg">{branding?.companyName}</p>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 outline-none md:px-8 md:py-10"
      >
        {children}
      </main>
      {branding && (
        <footer className="border-t px-4 py-5 text-center text-muted text-sm print:hidden">{privacy}</footer>
      )}
    </div>
  );
}
