import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CornerDownRight, FileText } from 'lucide-react';
import { titleOf } from '../features/deliverables/title-of.ts';
import { engagementParts } from '../features/engagement/engagement-parts.ts';
import { engagementQuery } from '../features/engagements/queries.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';

const texts = shellTexts.commands;

/** Parts and deliverables of the engagement that one is in; nothing elsewhere. */
export function EngagementCommands() {
  const { engagementId } = useParams({ strict: false });
  return engagementId === undefined ? null : <CommandsIn engagementId={engagementId} />;
}

function CommandsIn({ engagementId }: { engagementId: string }) {
  const navigate = useNavigate();
  const { data } = useQuery(engagementQuery(engagementId));
  if (!data) return null;
  const filenames = [...new Set(data.deliverables.map(({ filename }) => filename))];
  return (
    <>
      <CommandGroup title={texts.thisEngagement}>
        {engagementParts.map(({ to, label }) => (
          <CommandItem
            key={to}
            icon={<CornerDownRight />}
            onSelect={() => void navigate({ to, params: { engagementId } })}
          >
            {label}
          </CommandItem>
        ))}
      </CommandGroup>
      {filenames.length > 0 && (
        <CommandGroup title={texts.deliverables}>
          {filenames.map((filename) => (
            <CommandItem
              key={filename}
              value={`${titleOf(filename, data)} ${filename}`}
              icon={<FileText />}
              onSelect={() =>
                void navigate({
                  to: '/engagements/$engagementId/deliverables/$filename',
                  params: { engagementId, filename },
                })
              }
            >
              <span className="truncate">{titleOf(filename, data)}</span>
            </CommandItem>
          ))}
        </CommandGroup>
      )}
    </>
  );
}
