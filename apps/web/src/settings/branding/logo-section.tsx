import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { brandingQuery } from '../../api/firm-queries.ts';
import { formatBytes } from '../../format/format.ts';
import { Button } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialogs/form-dialogs.tsx';
import { FormError } from '../../ui/fields/fields.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { showDoneToast } from '../../ui/toasts/show-toast.ts';
import { FileDrop } from './file-drop.tsx';
import { brandingTexts } from './texts.ts';

const { logo: texts } = brandingTexts;
/** 1 MB. */
const maxBytes = 1_048_576;
const extensions = /\.(png|jpe?g|svg)$/i;

function findFault({ name, size }: File): string | null {
  if (!extensions.test(name)) return texts.wrongType;
  return size > maxBytes ? texts.tooLarge(formatBytes(size)) : null;
}

/** Shows, replaces and removes the logo. It is saved at once, unlike name and colour. */
export function LogoSection({ logoUrl }: { logoUrl: string | null }) {
  const queryClient = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => api.putLogo({ file }),
    meta: { showsError: true },
    onSuccess(branding) {
      queryClient.setQueryData(brandingQuery.queryKey, branding);
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
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-col gap-4">
        {logoUrl && <CurrentLogo logoUrl={logoUrl} />}
        <FileDrop
          accept=".png,.jpg,.jpeg,.svg"
          label={texts.input}
          isReplacing={logoUrl !== null}
          isBusy={upload.isPending}
          onFile={take}
        />
        {fault !== null && (
          <p role="alert" className="text-danger">
            {fault}
          </p>
        )}
        <FormError error={upload.error} />
      </div>
    </Section>
  );
}

function CurrentLogo({ logoUrl }: { logoUrl: string }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.deleteLogo(),
    meta: { showsError: true },
    onSuccess(branding) {
      queryClient.setQueryData(brandingQuery.queryKey, branding);
      showDoneToast(texts.removed);
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-4">
      <img src={logoUrl} alt={texts.alt} className="h-16 max-w-60 rounded-lg border bg-white object-contain p-2" />
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
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
