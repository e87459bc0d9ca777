import type { Template } from '@ecp/contract/work/templates';
import { Link } from '@tanstack/react-router';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { DeleteTemplateDialog } from './delete-template-dialog.tsx';

/** Actions for a template; hidden from viewers. System templates cannot be deleted. */
export function TemplateActions({ template }: { template: Template }) {
  const { has } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  if (!has('member')) return null;
  return (
    <>
      {!template.isSystem && (
        <IconButton label={templateTexts.remove.action} className="size-9 border" onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
      <Link to="/templates/new" search={{ from: template.id }} className={buttonStyle()}>
        <Copy aria-hidden className="size-4" />
        {templateTexts.copy}
      </Link>
      <Link to="/engagements/new" search={{ template: template.id }} className={buttonStyle('primary')}>
        {templateTexts.use}
      </Link>
      {isAsking && <DeleteTemplateDialog template={template} onClose={() => setIsAsking(false)} />}
    </>
  );
}
