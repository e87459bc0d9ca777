import type { DeckTemplateState } from '@ecp/contract/reach/decks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Presentation } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { deckTemplateQuery } from '../../api/firm-queries.ts';
import { formatBytes, formatDay } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialogs/form-dialogs.tsx';
import { FormError } from '../../ui/fields/fields.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { showDoneToast } from '../../ui/toasts/show-toast.ts';
import { FileDrop } from './file-drop.tsx';
import { brandingTexts } from './texts.ts';

const { deck: texts } = brandingTexts;
type Template = NonNullable<DeckTemplateState['template']>;
/** 20 MB. */
const maxBytes = 20 * 1_048_576;
const timeoutMs = 120_000;

function findFault({ name, size }: File): string | null {
  // The service says what is wrong with the related kinds, such as files with macros.
  if (!/\.(pptx|pptm|potx|potm)$/i.test(name)) return texts.wrongType;
  return size > maxBytes ? texts.tooLarge(formatBytes(size)) : null;
}

/** Shows, replaces and removes the master that slides are written into. Others than admins read it. */
export function DeckTemplateSection() {
  const { has } = useSession();
  const { data, error, refetch } = useQuery(deckTemplateQuery);
  return (
    <Section title={texts.title} description={texts.description}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="flex flex-col gap-4">
          {data.template ? (
            <CurrentTemplate template={data.template} mayEdit={has('admin')} />
          ) : (
            <p className="text-muted">{texts.none}</p>
          )}
          {has('admin') && <TemplateUpload isReplacing={data.template !== null} />}
        </div>
      ) : (
        <Skeleton className="h-28" />
      )}
    </Section>
  );
}

function TemplateUpload({ isReplacing }: { isReplacing: boolean }) {
  const queryClient = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => api.putDeckTemplate({ file }, { timeoutMs }),
    meta: { showsError: true },
    onSuccess(state) {
      queryClient.setQueryData(deckTemplateQuery.queryKey, state);
      showDoneToast(texts.saved);
    },
  });
  const take = (file: File) => {
    const found = findFault(file);
    setFault(found);
    upload.reset();
    if (found === null) upload.mutate(file);
  };
  return (
    <>
      <FileDrop accept=".pptx" label={texts.input} isReplacing={isReplacing} isBusy={upload.isPending} onFile={take} />
      {fault !== null && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      <FormError error={upload.error} />
    </>
  );
}

function CurrentTemplate({ template, mayEdit }: { template: Template; mayEdit: boolean }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { filename, sizeBytes, uploadedAt, layouts } = template;
  const remove = useMutation({
    mutationFn: () => api.deleteDeckTemplate({}),
    meta: { showsError: true },
    onSuccess(state) {
      queryClient.setQueryData(deckTemplateQuery.queryKey, state);
      showDoneToast(texts.removed);
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Presentation aria-hidden className="size-5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="wrap-anywhere font-medium">{filename}</p>
          <p className="figures text-muted text-sm">{texts.facts(formatBytes(sizeBytes), formatDay(uploadedAt))}</p>
        </div>
        {mayEdit && (
          <Button size="small" onClick={() => setAsking(true)}>
            {texts.remove}
          </Button>
        )}
      </div>
      <div>
        <h3 className="text-muted text-sm">{texts.found}</h3>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
          {layouts.map(({ use, name }) => (
            <div key={use} className="contents">
              <dt>{texts.uses[use]}</dt>
              <dd className="wrap-anywhere text-muted">{name}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle}
        confirmLabel={texts.removeConfirm}
        action={remove}
        onConfirm={() => remove.mutate()}
      >
        {texts.removeLead}
      </ConfirmDialog>
    </div>
  );
}
