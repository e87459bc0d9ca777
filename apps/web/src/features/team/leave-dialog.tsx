import type { User } from '@ecp/contract/identity/auth';
import { Link } from '@tanstack/react-router';
import { nameOf } from '../../domain/team/queries.ts';
import { useSession } from '../../session/session.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { isBelow } from './roles-below.ts';

const texts = teamTexts.leave;

/**
 * Explains how to leave. Users cannot remove themselves (docs/requirements/team.md), so the dialog names who can do it.
 * The owner learns why they cannot leave.
 */
export function LeaveDialog({ team, onClose }: { team: readonly User[]; onClose: () => void }) {
  const { role, tenant } = useSession();
  const helpers = team.filter((member) => isBelow(role, member.role));
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      {role === 'owner' ? (
        <div className="flex flex-col gap-2 text-muted">
          <p>{texts.owner}</p>
          <p>{texts.ownerInstead}</p>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-muted">{texts.advice}</p>
          <ul className="flex flex-col divide-y rounded-lg border">
            {helpers.map((helper) => (
              <li key={helper.id} className="flex items-center justify-between gap-3 px-3 py-2">
                <a
                  href={`mailto:${helper.email}?subject=${encodeURIComponent(texts.subject(tenant.name))}`}
                  className={`${linkStyle} min-w-0 truncate`}
                >
                  {nameOf(helper)}
                </a>
                <span className="text-muted text-sm">{statusTexts.role[helper.role]}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DialogActions>
        {role === 'owner' && (
          <Link to="/settings/account" className={buttonStyle()}>
            {texts.toAccount}
          </Link>
        )}
        <Button kind="primary" onClick={onClose}>
          {commonTexts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
