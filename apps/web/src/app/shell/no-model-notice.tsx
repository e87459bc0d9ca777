import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { modelsQuery } from '../../api/firm-queries.ts';
import { sentence } from '../../format/words.ts';
import { useSession } from '../../session/session.ts';
import { noModelTexts as texts } from '../../texts/shell.ts';
import { linkStyle } from '../../ui/buttons.tsx';

/** Says above every page of an engagement that no model is connected, what that means, and how to connect one. */
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
