import { useMutation } from '@tanstack/react-query';
import { Check, RotateCw, TriangleAlert } from 'lucide-react';
import { api } from '../../api/client.ts';
import { explainError } from '../../api/explain-error.ts';
import { dataTexts } from '../../texts/en/data.ts';
import { Button } from '../../ui/buttons/button.tsx';

const texts = dataTexts.again;

/** Runs a recorded query again on the tables as they are now, and says whether its result is the same. */
export function RunAgain({ engagementId, queryId }: { engagementId: string; queryId: string }) {
  const verify = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.verifyQuery({ id: engagementId, queryId }),
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button size="small" busy={verify.isPending} onClick={() => verify.mutate()}>
        {!verify.isPending && <RotateCw aria-hidden className="size-3.5" />}
        {texts.button}
      </Button>
      <span role="status" className="text-sm">
        {verify.data && <Answer {...verify.data} />}
        {verify.error && <span className="text-danger">{explainError(verify.error).title}</span>}
      </span>
    </span>
  );
}

function Answer({ same, resultHash }: { same: boolean; resultHash: string | null }) {
  const Icon = same ? Check : TriangleAlert;
  return (
    <span className={`inline-flex items-center gap-1.5 ${same ? 'text-good' : 'text-warn'}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {same ? texts.same : resultHash === null ? texts.gone : texts.changed}
    </span>
  );
}
