import { Link, useMatches } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Page } from '../../ui/layout/page.tsx';

const texts = shellTexts.notFound;

/** An address that leads nowhere: a page of its own, or inside the page that it begins like. */
export function NotFoundPage() {
  const isInside = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/shell') });
  useEffect(() => {
    document.title = `${texts.title} · ${commonTexts.product}`;
  }, []);
  // Around it, the frame has the landmark already, and the page its heading.
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
