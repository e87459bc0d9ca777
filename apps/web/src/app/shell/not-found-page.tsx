import { Link, useMatches } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Page } from '../../ui/layout/page.tsx';

const texts = shellTexts.notFound;

/** Shown for an unknown address: as a whole page, or inside the page whose path it extends. */
export function NotFoundPage() {
  const isInside = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/shell') });
  useEffect(() => {
    document.title = `${texts.title} · ${commonTexts.product}`;
  }, []);
  // Inside another page, the frame already has the landmark and the page has its heading.
  const [Frame, Heading] = isInside ? (['div', 'h2'] as const) : (['main', 'h1'] as const);
  return (
    <Page>
      <Frame className="flex flex-col items-center gap-3 py-24 text-center">
        <Compass aria-hidden className="size-8 text-muted" />
        <Heading className="font-semibold text-xl">{texts.title}</Heading>
        <p className="text-muted">{texts.advice}</p>
        <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
          {commonTexts.toEngagements}
        </Link>
      </Frame>
    </Page>
  );
}
