import type { Role } from '@ecp/contract/auth';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { modifierKey } from './modifier-key.ts';
import { closeOverlay } from './overlays.ts';
import { usePageShortcutList } from './page-shortcuts.ts';
import { places } from './places.ts';

const { shortcutKeys } = shellTexts;

interface Shortcut {
  keys: readonly string[];
  does: string;
  /** Who can use it; everybody without. */
  role?: Role | undefined;
}

const shortcuts: readonly Shortcut[] = [
  { keys: [modifierKey, 'K'], does: shortcutKeys.commands },
  { keys: ['?'], does: shortcutKeys.help },
  { keys: ['/'], does: shortcutKeys.search },
  { keys: ['C'], does: shortcutKeys.create, role: 'member' },
  ...places.map(({ key, label, role }) => ({ keys: ['G', key.toUpperCase()], does: shortcutKeys.go(label), role })),
];

/** All keys that do something, those of the page behind it first. */
export function ShortcutsDialog() {
  const { has } = useSession();
  const general = shortcuts.filter(({ role }) => !role || has(role));
  const own = usePageShortcutList().map(({ key, does }) => ({ keys: [key.toUpperCase()], does }));
  return (
    <Dialog open onClose={closeOverlay} title={shellTexts.shortcuts}>
      <dl className="flex flex-col">
        {[...own, ...general].map(({ keys, does }) => (
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
    </Dialog>
  );
}
