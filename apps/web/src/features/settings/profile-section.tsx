import { formatDay, formatMoment } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { accountTexts } from '../../texts/en/settings/account.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { Section } from '../../ui/layout/section.tsx';
import { NameForm } from './name-form.tsx';

const { profile: texts } = accountTexts;

/** Shows the signed-in user, whose name can be changed (AUT-7, AUT-24). */
export function ProfileSection() {
  const { user, role, tenant } = useSession();
  const facts = [
    [texts.email, user.email],
    [texts.role, statusTexts.role[role]],
    [texts.workspace, tenant.name],
    [texts.since, formatDay(user.createdAt)],
    [texts.lastSignIn, user.lastLoginAt ? formatMoment(user.lastLoginAt) : texts.never],
  ] as const;
  return (
    <Section title={texts.title}>
      <NameForm />
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[10rem_1fr] sm:gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="mb-3 min-w-0 sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
