import { useSession } from '../../session/session.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Badge } from '../../ui/states/badge.tsx';

const roles = ['owner', 'admin', 'member', 'viewer'] as const;

/** Explains what each role may do (ACS-6, ACS-7). */
export function RoleGuide() {
  const { role: own } = useSession();
  const texts = teamTexts.roles;
  return (
    <Section title={texts.title} description={texts.description}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {roles.map((role) => (
          <div key={role}>
            <dt className="flex items-center gap-2 font-medium">
              {statusTexts.role[role]}
              {role === own && <Badge tone="accent">{texts.yours}</Badge>}
            </dt>
            <dd className="mt-0.5 text-muted">{texts[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
