import { useNavigate } from '@tanstack/react-router';
import { Search, Settings } from 'lucide-react';
import { settingsPages } from '../../features/settings/settings-pages.ts';
import { useSession } from '../../session/session.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { navigationItems } from '../navigation/navigation-items.ts';
import { CommandGroup, CommandItem } from './command-item.tsx';

/** The pages that the role may read. Single settings pages appear only once the user types. */
export function PageCommands({ text }: { text: string }) {
  const { has } = useSession();
  const navigate = useNavigate();
  return (
    <CommandGroup title={shellTexts.commands.pages}>
      {navigationItems
        .filter(({ role }) => !role || has(role))
        .map(({ to, label, icon: Icon }) => (
          <CommandItem key={to} icon={<Icon />} label={label} onSelect={() => void navigate({ to })} />
        ))}
      <CommandItem icon={<Search />} label={searchTexts.label} onSelect={() => void navigate({ to: '/search' })} />
      {text !== '' &&
        settingsPages
          .filter(({ role }) => has(role))
          .map(({ to, label }) => (
            <CommandItem
              key={to}
              icon={<Settings />}
              label={shellTexts.commands.settings(label)}
              onSelect={() => void navigate({ to })}
            />
          ))}
    </CommandGroup>
  );
}
