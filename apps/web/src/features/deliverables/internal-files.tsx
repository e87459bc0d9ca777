import { Link } from '@tanstack/react-router';
import { FileCog } from 'lucide-react';
import { nameSlug } from '../../format/name-slug.ts';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { Section } from '../../ui/layout/section.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import type { ListedFile } from './list-files.ts';

interface InternalFilesProps {
  engagementId: string;
  files: readonly ListedFile[];
}

/** Lists the engine's own files, apart from the deliverables. Renders nothing if there are none. */
export function InternalFiles({ engagementId, files }: InternalFilesProps) {
  if (files.length === 0) return null;
  return (
    <Section title={deliverableTexts.internal.title} description={deliverableTexts.internal.about}>
      <ul className="-mx-2 -my-2">
        {files.map(({ latest: { filename, version, createdAt } }) => (
          <li key={filename}>
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={{ engagementId, filename }}
              search={{}}
              className="figures flex items-center gap-3 rounded-lg px-2 py-2 hover:bg-hover"
            >
              <FileCog aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{nameSlug(filename)}</span>
              <span className="text-muted text-sm">{deliverableTexts.version(version)}</span>
              <TimeAgo at={createdAt} className="w-24 shrink-0 text-right text-muted text-sm" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
