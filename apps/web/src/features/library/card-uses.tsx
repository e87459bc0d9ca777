import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';

const texts = libraryTexts.uses;

/** Lists the documents that cite the card. */
export function CardUses({ card: { uses, useCount, status } }: { card: LibraryCardDetail }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t pt-4">
      <h3 id={id} className="font-semibold">
        {texts.title}
      </h3>
      {uses.length === 0 && <p className="mt-1 text-muted">{texts.none[status]}</p>}
      {uses.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {uses.map(({ engagementId, engagementName, filename, version }) => (
            <li key={`${engagementId} ${filename} ${version}`} className="wrap-anywhere">
              <Link
                to="/engagements/$engagementId/deliverables/$filename"
                params={{ engagementId, filename }}
                search={{ version: String(version) }}
                className={linkStyle}
              >
                {libraryTexts.document(filename, version)}
              </Link>{' '}
              <span className="text-muted">· {engagementName}</span>
            </li>
          ))}
        </ul>
      )}
      {useCount > uses.length && <p className="mt-2 text-muted text-sm">{texts.more(useCount - uses.length)}</p>}
    </section>
  );
}
