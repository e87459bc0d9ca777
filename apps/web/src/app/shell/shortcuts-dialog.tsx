import type { Role } from '@ecp/contract/identity/auth';
import { useSession } from '../../base/session/session.ts';
import { shortcutKeyTexts as shortcutKeys } from '../../base/texts/overlays.ts';
import { shellTexts } from '../../base/texts/shell.ts';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { CheckboxField } from '../../base/ui/fields/fields.tsx';
import {
  Kbd,
  modifierKey,
  setSingleKeys,
  usePageShortcutList,
  useSingleKeys,
} from '../../base/ui/keys.tsx';
import { placesFor } from '../navigation/navigation-items.ts';
import { closeOverlay } from '../navigation/overlays.ts';

interface Shortcut {
  keys: readonly string[];
  does: string;
  /** The lowest role that can use it; everybody without. */
  role?: Role | undefined;
}

const listGeneral = (has: (role: Role) => boolean): readonly Shortcut[] => [
  { keys: ['?'], does: shortcutKeys.help },
  { keys: ['C'], does: shortcutKeys.create, role: 'member' },
  ...placesFor(has).map(({ key, label }) => ({
    keys: ['G', key.toUpperCase()],
    does: shortcutKeys.go(label()),
  })),
];

function useShortcutList(): readonly Shortcut[] {
  const { has } = useSession();
  const own = usePageShortcutList().map(({ key, does }) => ({ keys: [key.toUpperCase()], does }));
  const commands: Shortcut = { keys: [modifierKey(), 'K'], does: shortcutKeys.commands };
  if (!useSingleKeys()) return [commands];
  const search: Shortcut = { keys: ['/'], does: shortcutKeys.search };
  const onPage = document.querySelector('[data-search]') ? [search] : [];
  return [
    ...own,
    ...onPage,
    commands,
    ...listGeneral(has).filter(({ role }) => !role || has(role)),
  ];
}

export function ShortcutsDialog() {
  const singleKeys = useSingleKeys();
  return (
    <Dialog open onClose={closeOverlay} title={shellTexts.shortcuts}>
      <dl className="mb-4 flex flex-col">
        {useShortcutList().map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between border-b py-2 last:border-0">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label={shortcutKeys.single}
        hint={shortcutKeys.singleHint(modifierKey())}
        checked={singleKeys}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
    </Dialog>
  );
}
