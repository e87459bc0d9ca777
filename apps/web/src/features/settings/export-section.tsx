import { CircleCheck, Download } from 'lucide-react';
import { formatBytes } from '../../format/format.ts';
import { accountTexts } from '../../texts/en/settings/account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useExport } from './use-export.ts';

const { export: texts } = accountTexts;

/** Exports all data of the workspace as a file. Shows the received size, because the total is unknown. */
export function ExportSection() {
  const { run, receivedBytes, stop } = useExport();
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={run.isPending} onClick={() => run.mutate()}>
            {!run.isPending && <Download aria-hidden className="size-4" />}
            {texts.start}
          </Button>
          {run.isPending && (
            <>
              <Button kind="quiet" onClick={stop}>
                {texts.cancel}
              </Button>
              <span className="figures text-muted">
                {receivedBytes === 0 ? texts.preparing : texts.progress(formatBytes(receivedBytes))}
              </span>
            </>
          )}
        </div>
        <p role="status" className="flex items-start gap-2 empty:hidden">
          {run.isSuccess && (
            <>
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              <span className="min-w-0">{texts.done(run.data.filename, formatBytes(run.data.sizeBytes))}</span>
            </>
          )}
        </p>
        <FormError error={run.error} />
      </div>
    </Section>
  );
}
