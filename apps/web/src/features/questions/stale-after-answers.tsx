import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, RotateCcw } from 'lucide-react';
import { deliverableListQuery } from '../../domain/deliverables/queries.ts';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { useEngagementRun } from '../../domain/runs/use-engagement-run.ts';
import { StalePrice } from '../../domain/stale-deliverables/stale-price.tsx';
import { useRerunStale } from '../../domain/stale-deliverables/use-rerun-stale.ts';
import { useSession } from '../../session/session.ts';
import { questionTexts } from '../../texts/en/questions/questions.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { listAnsweredSince } from './list-answered-since.ts';

const texts = questionTexts.stale;

/** Names the documents whose assumptions have been answered, and reruns them at the shown price. */
export function StaleAfterAnswers({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { isActive } = useEngagementRun(engagementId);
  const rerun = useRerunStale(engagementId);
  const filenames = listAnsweredSince(listed);
  if (filenames.length === 0) return null;
  return (
    <section
      aria-labelledby="stale-after-answers"
      className="flex flex-wrap items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn"
    >
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
        <h2 id="stale-after-answers" className="font-medium">
          {texts.title(filenames.length)}
        </h2>
        <ul className="flex flex-wrap gap-x-4">
          {filenames.map((filename) => (
            <li key={filename}>
              <Link
                to="/engagements/$engagementId/deliverables/$filename"
                params={{ engagementId, filename }}
                search={{}}
                className="rounded font-medium underline underline-offset-2"
              >
                {titleOf(filename, engagement)}
              </Link>
            </li>
          ))}
        </ul>
        {!isActive && <StalePrice engagementId={engagementId} />}
        <FormError error={rerun.error} />
      </div>
      {has('member') && (
        <Button className="text-ink" busy={rerun.isPending} disabled={isActive} onClick={() => rerun.mutate()}>
          {!rerun.isPending && <RotateCcw aria-hidden className="size-4" />}
          {isActive ? reviewTexts.rerun.busy : texts.rerun}
        </Button>
      )}
    </section>
  );
}
