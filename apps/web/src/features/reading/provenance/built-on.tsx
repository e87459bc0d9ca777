import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Deliverable, deliverableListQuery } from '../../../domain/deliverables/queries.ts';
import { engagementQuery } from '../../../domain/engagements/queries.ts';
import { nameSlug } from '../../../format/name-slug.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { PanelPart } from './fact-list.tsx';

const texts = readingTexts.provenance;

/** Lists the deliverables that a version was built on, and which of them have a newer version (PRO-12). */
export function BuiltOn({ deliverable }: { deliverable: Deliverable }) {
  const { engagementId, taskId, staleBecause } = deliverable;
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const needed = engagement?.tasks.find(({ id }) => id === taskId)?.dependsOn ?? [];
  const fresh = needed.flatMap((id) => {
    const newest = listed.find((entry) => entry.taskId === id);
    return newest && !staleBecause.some(({ taskId: other }) => other === id) ? [newest] : [];
  });
  return (
    <PanelPart title={texts.builtOn}>
      {fresh.length + staleBecause.length === 0 && <p className="text-muted">{texts.builtOnNothing}</p>}
      <ul className="flex flex-col gap-2">
        {staleBecause.map(({ filename, usedVersion, latestVersion }) => (
          <li key={filename}>
            <FileLink engagementId={engagementId} filename={filename} version={usedVersion} />
            <p className="text-sm text-warn">{texts.meanwhile(usedVersion, latestVersion)}</p>
          </li>
        ))}
        {fresh.map(({ filename, version }) => (
          <li key={filename}>
            <FileLink engagementId={engagementId} filename={filename} />
            <p className="text-muted text-sm">{texts.version(version)}</p>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}

interface FileLinkProps {
  engagementId: string;
  filename: string;
  version?: number;
}

function FileLink({ engagementId, filename, version }: FileLinkProps) {
  return (
    <Link
      to="/engagements/$engagementId/deliverables/$filename"
      params={{ engagementId, filename }}
      search={version === undefined ? {} : { version: String(version) }}
      className={linkStyle}
    >
      {nameSlug(filename)}
    </Link>
  );
}
