import './typeface.css';
import type { PageBranding } from '@ecp/contract/identity/branding';
import { Link2Off } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { classNames } from '../base/ui/class-names.ts';
import { FirmMark } from '../base/ui/firm-mark.tsx';
import { SkipLink } from '../base/ui/layout/page.tsx';
import { brandColors } from '../base/ui/theme/brand-colors.ts';
import { useShownTheme } from '../base/ui/theme/theme.ts';

interface BrandedFrameProps {
  branding?: PageBranding;
  /** Title of the browser window. It never contains the URL, which is secret. */
  title: string;
  skip: string;
  /** Notice at the end of the page about the privacy of the link. */
  privacy: string;
  /** Stands above the content, in the firm's colour and as wide as the window. */
  cover?: ReactNode;
  children: ReactNode;
}

/** Frame of the pages that a link opens without an account, in the firm's branding only. */
export function BrandedFrame({
  branding,
  title,
  skip,
  privacy,
  cover,
  children,
}: BrandedFrameProps) {
  useBrandTheme(branding?.primaryColor);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const look = { '--brand-second': branding?.secondaryColor ?? 'transparent' } as CSSProperties;
  const ground = branding?.primaryColor
    ? 'bg-accent text-accent-ink print:bg-transparent print:text-ink'
    : '';
  const line = classNames(
    'print:border-b-0',
    branding?.secondaryColor
      ? 'border-(--brand-second) border-b-3'
      : branding?.primaryColor
        ? ''
        : 'border-b',
  );
  return (
    <div
      data-typeface={branding?.typeface}
      style={look}
      className="flex min-h-dvh flex-col bg-surface"
    >
      {/* The URL contains the token, so it is hidden from linked pages and search engines. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <SkipLink>{skip}</SkipLink>
      <header className={classNames(ground, !cover && line)}>
        <div
          className={classNames(
            'mx-auto flex min-h-14 items-center gap-3 px-4 py-2 md:px-8 print:px-0',
            cover ? 'max-w-3xl' : 'max-w-7xl',
          )}
        >
          {branding && (
            <p className="flex min-w-0 items-center gap-3">
              <FirmMark
                logo={branding.logo}
                name={branding.companyName ?? ''}
                logoStyle="h-10 rounded-md p-1"
                narrowStyle="max-w-24"
                wideStyle="max-w-60 px-2"
                nameStyle="line-clamp-2 min-w-0 font-semibold text-lg"
              />
            </p>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {cover && (
          <div className={classNames(ground, line)}>
            <div className="mx-auto w-full max-w-3xl px-4 pt-8 pb-9 md:px-8 md:pt-12 md:pb-12 print:px-0">
              {cover}
            </div>
          </div>
        )}
        <div className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 md:px-8 md:py-10 print:p-0">
          {children}
        </div>
      </main>
      {branding && (
        <footer className="border-t px-4 py-5 text-center text-muted text-sm print:hidden">
          {privacy}
        </footer>
      )}
    </div>
  );
}

interface BrandedNoticeProps {
  title: string;
  lead: string;
  advice: string;
  action?: ReactNode;
}

/** Full-page notice when there is nothing to read: it names the problem and a way on. */
export function BrandedNotice({ title, lead, advice, action }: BrandedNoticeProps) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-3 py-16 text-center"
    >
      <div className="flex size-12 items-center justify-center rounded-2xl bg-sunken text-muted">
        <Link2Off aria-hidden className="size-6" />
      </div>
      <h1 className="text-balance font-semibold text-xl tracking-tight">{title}</h1>
      <p className="text-muted">{lead}</p>
      <p className="text-muted">{advice}</p>
      {action}
    </div>
  );
}

/**
 * Applies a brand colour to the document while the component is mounted, so that overlays have it,
 * too.
 */
function useBrandTheme(primaryColor: string | null | undefined): void {
  const theme = useShownTheme();
  useLayoutEffect(() => {
    const colors = primaryColor ? brandColors(primaryColor, theme) : null;
    if (!colors) return;
    const { accent, ink, strong, text, soft } = colors;
    const properties = {
      '--accent': accent,
      '--accent-ink': ink,
      '--accent-strong': strong,
      '--accent-text': text,
      '--accent-soft': soft,
    };
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(properties)) style.removeProperty(name);
    };
  }, [primaryColor, theme]);
}
