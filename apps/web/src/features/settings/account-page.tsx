import { useSession } from '../../session/session.ts';
import { EraseSection } from './erase-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';

/**
 * Who is signed in, preferences, and for those who may: export and erasure of the workspace
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
