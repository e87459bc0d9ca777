import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileStack, Target } from 'lucide-react';
import { useDeferredValue } from 'react';
import { engagementSearchQuery } from '../../domain/engagements/queries.ts';
import { templateChoiceQuery } from '../../domain/templates/queries.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';

/** Engagements that match the search; the newest ones without a search. */
export function FoundEngagements({ text }: { text: string }) {
  const q = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const { data = [] } = useQuery(engagementSearchQuery(q));
  if (data.length === 0) return null;
  return (
    <CommandGroup title={shellTexts.commands.engagements}>
      {data.map(({ id, name, client }) => (
        <CommandItem
          key={id}
          id={id}
          icon={<Target />}
          label={name}
          note={client}
          onSelect={() => void navigate({ to: '/engagements/$engagementId', params: { engagementId: id } })}
        />
      ))}
    </CommandGroup>
  );
}

/** Templates, only once the user types: all of them would hide everything else. */
export function FoundTemplates({ text }: { text: string }) {
  const navigate = useNavigate();
  const isTyped = text.trim().length > 1;
  const { data } = useQuery({ ...templateChoiceQuery, enabled: isTyped });
  if (!data || !isTyped) return null;
  return (
    <CommandGroup title={shellTexts.commands.templates}>
      {data.map(({ id, name }) => (
        <CommandItem
          key={id}
          id={id}
          icon={<FileStack />}
          label={name}
          onSelect={() => void navigate({ to: '/templates/$templateId', params: { templateId: id } })}
        />
      ))}
    </CommandGroup>
  );
}
