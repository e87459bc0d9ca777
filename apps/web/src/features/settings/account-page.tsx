import { useSession } from '../../session/session.ts';
import { EraseSection } from './erase-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';

/**
 * Shows the signed-in user and preferences. Users with the right role can export and erase the workspace
 * (docs/requirements/account.md).
 */
export function AccountPage() {
  const { has } = useSession();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ProfileSection />
      <PreferencesSection />
      {has('admin') && <ExportSection />}
      {has('admin') && <EraseSection />}
    </div>
  );
}
