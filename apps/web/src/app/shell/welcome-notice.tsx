import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';

const texts = shellTexts.welcome;
/** Members who joined longer ago see no notice, in any browser. */
const newForMs = 14 * 86_400_000;

/** Welcomes an invited member until dismissed: names the workspace and the role, and says how to sign in again. */
export function WelcomeNotice() {
  const { user, tenant, role } = useSession();
  const key = `welcomed:${user.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  const isNew = user.invitedBy !== null && Date.now() - Date.parse(user.createdAt) < newForMs;
  if (dismissed || !isNew) return null;
  const dismiss = () => {
    localStorage.setItem(key, 'yes');
    setDismissed(true);
  };
  return (
    <section aria-label={texts.label} className="flex items-start gap-3 border-b bg-accent-soft px-4 py-2.5 md:px-8">
      <p className="min-w-0 flex-1">
        <span className="font-medium">{texts.title(tenant.name)}.</span> {texts.role(statusTexts.role[role])}{' '}
        {texts.password}{' '}
        <Link to="/forgot-password" className={linkStyle}>
          {texts.choose}
        </Link>
        .
      </p>
      <IconButton label={texts.dismiss} onClick={dismiss} className="-my-1">
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
