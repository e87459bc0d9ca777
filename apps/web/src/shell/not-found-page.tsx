import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { commonTexts } from '../texts/en/common.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { Page } from '../ui/page.tsx';

/** An address that leads nowhere. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = `${shellTexts.notFound.title} · ${commonTexts.product}`;
  }, []);
  return (
    <Page>
      <main className="flex flex-col items-center gap-3 py-24 text-center">
        <Compass aria-hidden className="size-8 text-muted" />
        <h1 className="font-semibold text-xl">{shellTexts.notFound.title}</h1>
        <p className="text-muted">{shellTexts.notFound.advice}</p>
        <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
          {commonTexts.toEngagements}
        </Link>
      </main>
    </Page>
  );
}
