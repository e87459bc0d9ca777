import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import type { Question } from '../../domain/questions/queries.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';

const texts = questionTexts;

interface RestingDocumentsProps {
  engagementId: string;
  documents: Question['documents'];
  /** True if the question has been answered since. */
  isOutdated: boolean;
}

/** Links to the latest documents that rest on an assumption. Renders nothing without one. */
export function RestingDocuments({ engagementId, documents, isOutdated }: RestingDocumentsProps) {
  // The inbox has not read the engagement, and shows filenames.
  const { data: engagement } = useQuery({ ...engagementQuery(engagementId), enabled: false });
  if (documents.length === 0) return null;
  return (
    <div>
      <p className="text-muted text-sm">{texts.restsOn}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {documents.map(({ filename }) => (
          <li key={filename}>
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={{}}
              className={linkStyle}
            >
              {titleOf(filename, engagement)}
            </Link>
            {isOutdated && <span className="text-sm text-warn"> {texts.stale.outdated}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
