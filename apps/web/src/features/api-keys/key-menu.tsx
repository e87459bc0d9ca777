import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { Ban, Ellipsis, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** Menu of actions for an active key. */
export function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const trigger = (
    <IconButton label={apiKeyTexts.actionsFor(apiKey.name)}>
      <Ellipsis aria-hidden />
    </IconButton>
  );
  const close = () => setAsking(null);
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setAsking('rotate')}>
          <RefreshCw aria-hidden />
          {apiKeyTexts.rotate.item}
        </MenuItem>
        <MenuItem danger onSelect={() => setAsking('revoke')}>
          <Ban aria-hidden />
          {apiKeyTexts.revoke.item}
        </MenuItem>
      </Menu>
      {asking === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} />}
      {asking === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={close} />}
    </>
  );
}
