import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { CornerDownRight, FileText } from 'lucide-react';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { engagementParts } from '../../features/engagement-frame/engagement-parts.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';

const texts = shellTexts.commands;

/** The tabs of the current engagement, and its deliverables once the user types. Renders nothing on other pages. */
export function EngagementCommands({ text }: { text: string }) {
  const { engagementId } = useParams({ strict: false });
  return engagementId === undefined ? null : <CommandsIn engagementId={engagementId} text={text} />;
}

function CommandsIn({ engagementId, text }: { engagementId: string; text: string }) {
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
            id={`${texts.thisEngagement} ${label}`}
            icon={<CornerDownRight />}
            label={label}
            onSelect={() => void navigate({ to, params: { engagementId } })}
          />
        ))}
      </CommandGroup>
      {text !== '' && filenames.length > 0 && (
        <CommandGroup title={texts.deliverables}>
          {filenames.map((filename) => (
            <CommandItem
              key={filename}
              id={filename}
              icon={<FileText />}
              label={titleOf(filename, data)}
              onSelect={() =>
                void navigate({
                  to: '/engagements/$engagementId/deliverables/$filename',
                  params: { engagementId, filename },
                })
              }
            />
          ))}
        </CommandGroup>
      )}
    </>
  );
}
