import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { modelsQuery } from '../../base/api/firm-queries.ts';
import { sentence } from '../../base/format/words.ts';
import { hasSessionEnded, type Session, useSession } from '../../base/session/session.ts';
import { noModelTexts as texts } from '../../base/texts/shell.ts';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { defer } from '../../base/ui/defer.ts';

/**
 * The notice that asks an invited person for a name. Only few people see it, so the first load does
 * not have it.
 */
export const nameNotice = defer(() => import('./name-notice.tsx'));

/** Loads what the notices above a page need. They then appear with the page, and nothing moves. */
export async function loadNotices(
  queryClient: QueryClient,
  { user }: Session,
  pathname: string,
): Promise<void> {
  await Promise.all([
    user.name === null && nameNotice.load(),
    pathname.startsWith('/engagements/') &&
      !hasSessionEnded() &&
      queryClient.ensureQueryData(modelsQuery).catch(() => undefined),
  ]);
}

/**
 * Says above every page of an engagement that no model is connected, what that means, and how to
 * connect one.
 */
export function NoModelNotice() {
  const { has } = useSession();
  const { data } = useQuery(modelsQuery);
  if (data?.connected !== false) return null;
  return (
    <section
      aria-label={texts.title}
      className="flex items-start gap-2.5 border-b bg-warn-soft px-4 py-2 text-sm text-warn md:px-8 print:hidden"
    >
      <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 max-sm:hidden" />
      <p className="min-w-0">
        <span className="font-medium">{sentence(texts.title)}</span> {texts.meaning}{' '}
        {has('admin') ? (
          <Link to="/settings/models" className={linkStyle}>
            {texts.connect}
          </Link>
        ) : (
          texts.ask
        )}
      </p>
    </section>
  );
}
