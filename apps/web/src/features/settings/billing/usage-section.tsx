import type { Billing } from '@ecp/contract/identity/billing';
import { formatBytes, formatCount, formatDay } from '../../../format/format.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';

const { usage: texts } = billingTexts;
/** From this share on, the page warns that the limit is close. */
const nearShare = 0.8;

/** Shows the usage of the billing plan's limits as bars (BIL-1). */
export function UsageSection({ billing: { usage } }: { billing: Billing }) {
  const { engagementsThisMonth, engagementLimit, storageBytes, storageLimitBytes, recordBytes, recordLimitBytes } =
    usage;
  return (
    <Section title={texts.title}>
      <div className="flex flex-col gap-5">
        <UsageBar
          label={texts.engagements}
          used={engagementsThisMonth}
          limit={engagementLimit}
          format={formatCount}
          hint={texts.resets(formatDay(nextMonth(new Date())))}
        />
        <UsageBar label={texts.storage} used={storageBytes} limit={storageLimitBytes} format={formatBytes} />
        <UsageBar
          label={texts.records}
          used={recordBytes}
          limit={recordLimitBytes}
          format={formatBytes}
          hint={texts.whatRecords}
        />
      </div>
    </Section>
  );
}

/** Returns the first day of the next UTC month in local time, so that every time zone shows the same date. */
const nextMonth = (now: Date): string => new Date(now.getUTCFullYear(), now.getUTCMonth() + 1, 1).toISOString();

interface UsageBarProps {
  label: string;
  used: number;
  /** Null if there is no limit. */
  limit: number | null;
  format: (amount: number) => string;
  hint?: string;
}

function UsageBar({ label, used, limit, format, hint }: UsageBarProps) {
  const share = limit === null ? 0 : used / limit;
  const amount = limit === null ? texts.unlimited(format(used)) : texts.engagementsOf(format(used), format(limit));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="figures text-muted">{amount}</span>
      </div>
      {limit !== null && <ProgressBar label={label} value={share} tone={share >= 1 ? 'danger' : 'accent'} />}
      {share >= 1 ? (
        <p className="text-danger text-sm">{texts.full}</p>
      ) : (
        share >= nearShare && <p className="text-sm text-warn">{texts.near}</p>
      )}
      {hint && <p className="text-muted text-sm">{hint}</p>}
    </div>
  );
}
