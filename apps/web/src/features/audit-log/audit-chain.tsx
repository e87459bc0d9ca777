import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { api } from '../../api/client.ts';
import { auditLogTexts } from '../../texts/en/settings/audit-log.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { auditHeadQuery } from './queries.ts';

const texts = auditLogTexts.chain;

/** Shows the head of the chain, checks the chain on request, and says where it is broken (AUD-6). */
export function AuditChain() {
  const { data: newestHead = '' } = useQuery(auditHeadQuery);
  const check = useMutation({ mutationFn: () => api.verifyAuditLog() });
  const head = check.data?.head ?? newestHead;
  return (
    <div className="flex flex-col gap-2 rounded-xl border px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere] max-md:min-h-[3lh]">
          {texts.head} <span className="font-mono text-xs">{head}</span>
        </p>
        <Button size="small" title={texts.hint} busy={check.isPending} onClick={() => check.mutate()}>
          <ShieldCheck aria-hidden className="size-3.5" />
          {texts.verify}
        </Button>
      </div>
      <p role="status" className={check.data?.intact === false ? 'text-danger' : 'text-sm'}>
        {check.data && (check.data.intact ? texts.intact(check.data.entries) : texts.broken(check.data))}
      </p>
      <FormError error={check.error} />
    </div>
  );
}
