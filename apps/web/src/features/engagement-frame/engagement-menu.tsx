import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, FileStack, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { isActive } from '../../domain/engagements/is-active.ts';
import { useSession } from '../../session/session.ts';
import { engagementMenuTexts } from '../../texts/en/pending.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';

const DuplicateDialog = lazy(async () => ({ default: (await import('./duplicate-dialog.tsx')).DuplicateDialog }));
const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.tsx')).TemplateDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** Menu of actions for an engagement; hidden from viewers. An active engagement cannot be edited or deleted. */
export function EngagementMenu({ engagement }: { engagement: EngagementDetail }) {
  const { has } = useSession();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'duplicate' | 'template' | 'delete'>();
  if (!has('member')) return null;
  const { id, status } = engagement;
  const props = { engagement, onClose: () => setDialog(undefined) };
  const trigger = (
    <IconButton label={engagementMenuTexts.label} className="border">
      <Ellipsis aria-hidden />
    </IconButton>
  );
  const edit = () => void navigate({ to: '/engagements/$engagementId/edit', params: { engagementId: id } });
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem disabled={isActive(status)} onSelect={edit}>
          <Pencil aria-hidden />
          {engagementMenuTexts.edit}
        </MenuItem>
        <MenuItem onSelect={() => setDialog('duplicate')}>
          <Copy aria-hidden />
          {engagementMenuTexts.duplicate}
        </MenuItem>
        <MenuItem onSelect={() => setDialog('template')}>
          <FileStack aria-hidden />
          {engagementMenuTexts.saveAsTemplate}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger disabled={isActive(status)} onSelect={() => setDialog('delete')}>
          <Trash2 aria-hidden />
          {engagementMenuTexts.delete}
        </MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'duplicate' && <DuplicateDialog {...props} />}
        {dialog === 'template' && <TemplateDialog {...props} />}
        {dialog === 'delete' && <DeleteDialog {...props} />}
      </Suspense>
    </>
  );
}
