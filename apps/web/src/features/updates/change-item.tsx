import type { UpdateChange } from '@ecp/contract/work/recurring';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Badge } from '../../ui/states/badge.tsx';

const texts = updateTexts.change;

/** Shows one change: its source, the passage before and now, and the sections that rest on it. */
export function ChangeItem({ engagementId, change }: { engagementId: string; change: UpdateChange }) {
  const { source, type, before, after } = change;
  return (
    <li className="rounded-lg border">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-3 py-2">
        <h3 className="min-w-0 break-words font-medium">{source.title}</h3>
        <Badge tone={type === 'gone' ? 'danger' : 'warn'}>{texts.types[type]}</Badge>
      </div>
      <dl className="grid gap-3 p-3 sm:grid-cols-2">
        <Words term={texts.before} words={before} />
        <Words term={texts.now} words={after} />
      </dl>
      <div className="border-t px-3 py-2 text-sm">
        <p className="text-muted">{texts.concerns}</p>
        <Places engagementId={engagementId} documents={change.documents} />
      </div>
    </li>
  );
}

function Words({ term, words }: { term: string; words: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className={`whitespace-pre-line break-words ${words === null ? 'text-muted' : ''}`}>
        {words ?? texts.nothing}
      </dd>
    </div>
  );
}

function Places({ engagementId, documents }: { engagementId: string; documents: UpdateChange['documents'] }) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <ul className="mt-1 flex flex-col gap-1.5">
      {[...documents.entries()].map(([at, { filename, section, footnote, claim }]) => (
        <li key={at} className="min-w-0 break-words">
          <Link
            to="/engagements/$engagementId/deliverables/$filename"
            params={{ engagementId, filename }}
            className={linkStyle}
          >
            {titleOf(filename, engagement)}
          </Link>
          {', '}
          {section === null ? texts.opening : texts.section(section)}
          {footnote !== null && `, ${texts.footnote(footnote)}`}
          <span className="block text-muted">{claim}</span>
        </li>
      ))}
    </ul>
  );
}
