import type { NotificationSettings } from '@ecp/contract/reach/notices';
import { useQuery } from '@tanstack/react-query';
import { notificationTexts } from '../../texts/en/settings/notifications.ts';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { notificationsQuery } from './notifications-query.ts';
import { useChangeNotifications } from './use-change-notifications.ts';

const texts = notificationTexts;

/** The mails that the user gets. Changes apply at once (NOT-4, NOT-14). */
export function NotificationsPage() {
  const settings = useQuery(notificationsQuery);
  if (settings.isPending) return <SkeletonRows rows={6} className="h-24 w-full max-w-3xl" />;
  if (settings.isLoadingError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return <NotificationFields saved={settings.data} />;
}

function NotificationFields({ saved }: { saved: NotificationSettings }) {
  const { shown, change } = useChangeNotifications(saved);
  const { runs, clients, digest } = shown;
  return (
    <div className="max-w-3xl">
      <Section title={texts.title} description={texts.description}>
        <div className="flex flex-col gap-6">
          <RadioCards
            label={texts.runs.label}
            name="runs"
            options={texts.runs.options}
            value={runs}
            onChange={(next) => change({ runs: next })}
          />
          <RadioCards
            label={texts.clients.label}
            name="clients"
            options={texts.clients.options}
            value={clients}
            onChange={(next) => change({ clients: next })}
          />
          <RadioCards
            label={texts.digest.label}
            name="digest"
            options={texts.digest.options}
            // For the digest, `now` means `daily`.
            value={digest === 'off' ? 'off' : 'daily'}
            onChange={(next) => change({ digest: next })}
          />
        </div>
      </Section>
    </div>
  );
}
