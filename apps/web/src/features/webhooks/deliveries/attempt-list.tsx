import type { WebhookDelivery } from '@ecp/contract/reach/webhooks';
import { formatMoment } from '../../../format/format.ts';
import { webhookTexts } from '../../../texts/en/settings/webhooks.ts';
import { AttemptBadge } from './attempt-badge.tsx';

const { delivery: texts, deliveries } = webhookTexts;

/** Lists the attempts of a delivery, newest first, each with its response. */
export function AttemptList({ attempts }: { attempts: readonly WebhookDelivery[] }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label={texts.attempts}>
      <h3 className="mb-2 font-medium">{texts.attempts}</h3>
      <ol className="flex flex-col divide-y overflow-hidden rounded-lg border">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="flex flex-col gap-2 px-3 py-2.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="font-medium">{deliveries.attempt(attempt.attempt)}</span>
              <AttemptBadge attempt={attempt} />
              <span className="figures">{attempt.statusCode ?? deliveries.noAnswer}</span>
              <span className="figures text-muted">{deliveries.duration(attempt.durationMs)}</span>
              <time dateTime={attempt.createdAt} className="ml-auto text-muted">
                {formatMoment(attempt.createdAt)}
              </time>
            </div>
            <Answer attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Answer({ attempt: { error, responseBody } }: { attempt: WebhookDelivery }) {
  return (
    <>
      {error !== null && <p className="text-danger text-sm [overflow-wrap:anywhere]">{error}</p>}
      {responseBody ? (
        <pre className="whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere]">
          {responseBody}
        </pre>
      ) : (
        error === null && <p className="text-muted text-sm">{texts.noBody}</p>
      )}
    </>
  );
}
