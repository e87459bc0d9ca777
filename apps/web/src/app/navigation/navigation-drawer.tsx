import { Dialog } from '@base-ui/react/dialog';
import { shellTexts } from '../../base/texts/shell.ts';
import { closeOverlay } from './overlays.ts';
import { SideNavigation } from './side-navigation.tsx';

export function NavigationDrawer({ open }: { open: boolean }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 w-72 border-r bg-canvas outline-none">
          <Dialog.Title className="sr-only">{shellTexts.navigation}</Dialog.Title>
          <SideNavigation />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
