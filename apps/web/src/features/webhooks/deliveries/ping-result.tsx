import type { PingResult as Result } from '@ecp/contract/reach/webhooks';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { classNames } from '../../../ui/class-names.ts';

const texts = webhookTexts.ping;

/** Shows how an endpoint responded to a test (WEB-11, WEB-12). */
export function PingResult({ result }: { result: Result }) {
  const { success } = result;
  const Icon = success ? CircleCheck : TriangleAlert;
  return (
    <p
      role="status"
      className={classNames(
        'flex items-start gap-2.5 rounded-lg px-3 py-2',
        success ? 'bg-good-soft text-good' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{describe(result)}</span>
    </p>
  );
}

function describe({ success, statusCode, durationMs, error }: Result): string {
  if (statusCode === null) return texts.unreachable(error ?? texts.noReason);
  return success ? texts.answered(statusCode, durationMs) : texts.refused(statusCode, durationMs);
}
