import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { researchTexts } from '../../texts/en/findings/research.ts';
import type { ArchivedSearch } from './archived-search.ts';

const texts = researchTexts.page;
const style = 'inline-flex min-w-0 items-center gap-1.5 rounded hover:text-ink';

interface BackLinkProps {
  engagementId: string;
  search: ArchivedSearch;
  /** Title of the citing document; null if the address names none. */
  title: string | null;
}

/** Leads back to the place in the citing document, or to the research of the engagement. */
export function BackLink({ engagementId, search: { document, version }, title }: BackLinkProps) {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  if (document === undefined || title === null) {
    return (
      <Link to="/engagements/$engagementId/research" params={{ engagementId }} className={style}>
        <ArrowLeft aria-hidden className="size-4 shrink-0" />
        {texts.all}
      </Link>
    );
  }
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
    // The browser's history knows the place in the document, a new visit does not.
    event.preventDefault();
    history.back();
  };
  return (
    <Link
      to="/engagements/$engagementId/deliverables/$filename"
      params={{ engagementId, filename: document }}
      search={version === undefined ? {} : { version }}
      onClick={goBack}
      className={style}
    >
      <ArrowLeft aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{texts.back(title)}</span>
    </Link>
  );
}
