import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe, LoaderCircle } from 'lucide-react';
import { useAgentNames } from '../../domain/agents/use-agent-name.ts';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { formatUtcDay } from '../../format/format.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import type { PageRead } from './queries.ts';
import { ShownPart } from './shown-part.tsx';
import type { ReadPage } from './sum-up-research.ts';

const texts = researchTexts.pages;
const listStyle = 'divide-y rounded-xl border bg-surface';

interface PageListProps {
  engagementId: string;
  pages: readonly ReadPage[];
  /** Reads that are not over. */
  pending: readonly PageRead[];
}

/** Lists the archived pages, each with its author, date and the documents that cite it. */
export function PageList({ engagementId, pages, pending }: PageListProps) {
  if (pages.length + pending.length === 0) return <p className="text-muted">{texts.none}</p>;
  return (
    <ShownPart items={pages}>
      {(shown) => (
        <ul aria-label={texts.title} className={listStyle}>
          {pending.map(({ id, url }) => (
            <li key={id} className="flex gap-3 px-4 py-3 text-muted">
              <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin text-accent-text" />
              <p className="wrap-anywhere min-w-0">
                <span className="block font-medium text-ink">{texts.reading}</span>
                {url}
              </p>
            </li>
          ))}
          {shown.map((page) => (
            <PageItem key={page.id} engagementId={engagementId} page={page} />
          ))}
        </ul>
      )}
    </ShownPart>
  );
}

function PageItem({ engagementId, page }: { engagementId: string; page: ReadPage }) {
  const nameOf = useAgentNames();
  const { id, title, url, author, publishedOn, fetchedAt, agents } = page;
  const says = [author && texts.author(author), publishedOn && texts.dated(formatUtcDay(publishedOn))]
    .filter(Boolean)
    .join(', ');
  return (
    <li className="flex gap-3 px-4 py-3">
      <Globe aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Link
            to="/engagements/$engagementId/research/$pageId"
            params={{ engagementId, pageId: id }}
            search={{}}
            dir="auto"
            className="wrap-anywhere rounded font-medium hover:underline"
          >
            {title}
          </Link>
          <p className="truncate text-muted text-sm" title={url}>
            {url}
          </p>
          {says && (
            <p dir="auto" className="wrap-anywhere text-muted text-sm">
              {says}
            </p>
          )}
          <p className="text-muted text-sm">
            {agents.length > 0 && `${texts.readBy(agents.map(nameOf).join(', '))} · `}
            <TimeAgo at={fetchedAt} />
          </p>
        </div>
        <CitingDocuments engagementId={engagementId} page={page} />
      </div>
    </li>
  );
}

function CitingDocuments({ engagementId, page: { citedBy } }: { engagementId: string; page: ReadPage }) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  if (citedBy.length === 0) return <p className="text-muted text-sm">{texts.uncited}</p>;
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted">{texts.citedBy}</p>
      <ul>
        {citedBy.map(({ filename, citations }) => (
          <li key={filename} className="wrap-anywhere">
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={{}}
              className={linkStyle}
            >
              {titleOf(filename, engagement)}
            </Link>{' '}
            <span className="figures text-muted">{texts.times(citations)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
