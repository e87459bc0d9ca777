import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  Activity,
  ArrowLeftRight,
  Bell,
  CircleHelp,
  CornerDownRight,
  FileStack,
  FileText,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Search,
  Settings,
  Sun,
  Target,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery, engagementSearchQuery } from '../../base/api/engagement-queries.ts';
import { useSignOut, useSwitchTenant } from '../../base/session/change-session.ts';
import { useSession } from '../../base/session/session.ts';
import { commandTexts } from '../../base/texts/overlays.ts';
import { shellTexts } from '../../base/texts/shell.ts';
import { chooseTheme, useShownTheme, useThemeChoice } from '../../base/ui/theme/theme.ts';
import { templateChoiceQuery } from '../../engagement/brief/templates.ts';
import { partsFor } from '../../engagement/engagement-parts.ts';
import { settingsPages } from '../../firm/settings/settings-pages.ts';
import { searchTexts } from '../../shared/search/texts.ts';
import { placesFor } from '../navigation/navigation-items.ts';
import { closeOverlay, openShortcuts } from '../navigation/overlays.ts';

/** The places of the app. Single pages of a place appear only once the user types. */
export function PageCommands({ text }: { text: string }) {
  const { has } = useSession();
  const navigate = useNavigate();
  return (
    <CommandGroup title={commandTexts.pages}>
      {placesFor(has).map(({ to, label, icon: Icon }) => (
        <CommandItem
          key={to}
          icon={<Icon />}
          label={label()}
          onSelect={() => void navigate({ to, search: {} })}
        />
      ))}
      <CommandItem
        icon={<Bell />}
        label={shellTexts.notices}
        onSelect={() => void navigate({ to: '/inbox', search: {} })}
      />
      <CommandItem
        icon={<Search />}
        label={searchTexts.label}
        onSelect={() => void navigate({ to: '/search' })}
      />
      <CommandItem
        icon={<CircleHelp />}
        label={shellTexts.help}
        onSelect={() => void navigate({ to: '/help' })}
      />
      {text !== '' && (
        <>
          <CommandItem
            icon={<CircleHelp />}
            label={shellTexts.questions}
            onSelect={() => void navigate({ to: '/home', search: { show: 'questions' } })}
          />
          <CommandItem
            icon={<FileStack />}
            label={shellTexts.templates}
            onSelect={() => void navigate({ to: '/templates', search: {} })}
          />
          {settingsPages
            .filter(({ role }) => has(role))
            .map(({ to, label }) => (
              <CommandItem
                key={to}
                icon={<Settings />}
                label={commandTexts.settings(label)}
                onSelect={() => void navigate({ to })}
              />
            ))}
          {has('admin') && (
            <CommandItem
              icon={<Activity />}
              label={shellTexts.health}
              onSelect={() => void navigate({ to: '/dashboard/admin/health' })}
            />
          )}
        </>
      )}
    </CommandGroup>
  );
}

export function ActionCommands() {
  const { has, tenant, tenants } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const switchTenant = useSwitchTenant();
  return (
    <CommandGroup title={commandTexts.actions}>
      {has('member') && (
        <CommandItem
          icon={<Plus />}
          label={shellTexts.newEngagement}
          onSelect={() => void navigate({ to: '/engagements/new' })}
        />
      )}
      <ThemeCommands />
      {tenants
        .filter(({ id }) => id !== tenant.id)
        .map(({ id, name }) => (
          <CommandItem
            key={id}
            id={id}
            icon={<ArrowLeftRight />}
            label={commandTexts.workspace(name)}
            onSelect={() => switchTenant.mutate(id)}
          />
        ))}
      <CommandItem icon={<Keyboard />} label={shellTexts.shortcuts} onSelect={openShortcuts} />
      <CommandItem icon={<LogOut />} label={shellTexts.signOut} onSelect={() => signOut.mutate()} />
    </CommandGroup>
  );
}

function ThemeCommands() {
  const shown = useShownTheme();
  const chosen = useThemeChoice();
  return (
    <>
      {shown === 'light' ? (
        <CommandItem
          icon={<Moon />}
          label={commandTexts.dark}
          onSelect={() => chooseTheme('dark')}
        />
      ) : (
        <CommandItem
          icon={<Sun />}
          label={commandTexts.light}
          onSelect={() => chooseTheme('light')}
        />
      )}
      {chosen !== 'system' && (
        <CommandItem
          icon={<Monitor />}
          label={commandTexts.system}
          onSelect={() => chooseTheme('system')}
        />
      )}
    </>
  );
}

/**
 * The tabs of the current engagement, and its deliverables once the user types. Renders nothing on
 * other pages.
 */
export function EngagementCommands({ text }: { text: string }) {
  const { engagementId } = useParams({ strict: false });
  return engagementId === undefined ? null : <CommandsIn engagementId={engagementId} text={text} />;
}

function CommandsIn({ engagementId, text }: { engagementId: string; text: string }) {
  const { has } = useSession();
  const navigate = useNavigate();
  const { data } = useQuery(engagementQuery(engagementId));
  if (!data) return null;
  const filenames = [...new Set(data.deliverables.map(({ filename }) => filename))];
  return (
    <>
      <CommandGroup title={commandTexts.thisEngagement}>
        {partsFor(has).map(({ to, label }) => (
          <CommandItem
            key={to}
            id={`${commandTexts.thisEngagement} ${label}`}
            icon={<CornerDownRight />}
            label={label}
            onSelect={() => void navigate({ to, params: { engagementId } })}
          />
        ))}
      </CommandGroup>
      {text !== '' && filenames.length > 0 && (
        <CommandGroup title={commandTexts.deliverables}>
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

/** The engagements whose name or client has the words; the newest without words. */
export function FoundEngagements({ q }: { q: string }) {
  const navigate = useNavigate();
  const { data = [] } = useQuery(engagementSearchQuery(q));
  if (data.length === 0) return null;
  return (
    <CommandGroup title={commandTexts.engagements}>
      {data.map(({ id, name, client }) => (
        <CommandItem
          key={id}
          id={id}
          icon={<Target />}
          label={name}
          note={client}
          onSelect={() =>
            void navigate({ to: '/engagements/$engagementId', params: { engagementId: id } })
          }
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
    <CommandGroup title={commandTexts.templates}>
      {data.map(({ id, name }) => (
        <CommandItem
          key={id}
          id={id}
          icon={<FileStack />}
          label={name}
          onSelect={() =>
            void navigate({ to: '/templates/$templateId', params: { templateId: id } })
          }
        />
      ))}
    </CommandGroup>
  );
}

const groupStyle =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

export function CommandGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group heading={title} className={groupStyle}>
      {children}
    </Command.Group>
  );
}

interface CommandItemProps {
  icon: ReactNode;
  /** Called after the menu has closed. */
  onSelect: () => void;
  label: string;
  note?: string;
  detail?: ReactNode;
  /** Distinguishes commands with the same text. */
  id?: string;
}

export function CommandItem({ icon, onSelect, label, note, detail, id = label }: CommandItemProps) {
  const select = () => {
    closeOverlay();
    onSelect();
  };
  return (
    <Command.Item
      value={id}
      keywords={note === undefined ? [label] : [label, note]}
      onSelect={select}
      className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0">
        <span className="flex items-baseline gap-3">
          <span className="truncate">{label}</span>
          {note && <span className="truncate text-muted text-sm">{note}</span>}
        </span>
        {detail && <span className="wrap-anywhere line-clamp-2 text-muted text-sm">{detail}</span>}
      </span>
    </Command.Item>
  );
}
