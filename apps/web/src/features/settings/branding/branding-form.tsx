import type { Branding } from '@ecp/contract/identity/branding';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { fieldError } from '../../../api/field-errors.ts';
import { brandingQuery } from '../../../domain/branding/queries.ts';
import { useSession } from '../../../session/session.ts';
import { brandingTexts } from '../../../texts/en/settings/branding.ts';
import { parseHex } from '../../../theme/color-contrast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { ColorField } from './color-field.tsx';

const { look: texts } = brandingTexts;

interface BrandingFormProps {
  branding: Branding;
  companyName: string;
  color: string;
  onCompanyName: (name: string) => void;
  onColor: (color: string) => void;
}

/** Edits company name and colour. Only the button saves them. */
export function BrandingForm({ branding, companyName, color, onCompanyName, onColor }: BrandingFormProps) {
  const { tenant } = useSession();
  const save = useSaveBranding();
  const isChanged = companyName.trim() !== (branding.companyName ?? '') || color !== (branding.primaryColor ?? '');
  const isFit = color === '' || parseHex(color) !== null;
  const discard = () => {
    onCompanyName(branding.companyName ?? '');
    onColor(branding.primaryColor ?? '');
  };
  return (
    <Section title={texts.title} description={texts.description}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit) save.mutate({ companyName: companyName.trim() || null, primaryColor: color || null });
        }}
      >
        <TextField
          label={texts.company}
          hint={texts.companyHint(tenant.name)}
          value={companyName}
          maxLength={200}
          autoComplete="organization"
          onChange={({ currentTarget }) => onCompanyName(currentTarget.value)}
          error={fieldError(save.error, 'companyName')}
        />
        <ColorField color={color} onChange={onColor} />
        <FormError error={save.error} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" kind="primary" busy={save.isPending} disabled={!isChanged || !isFit}>
            {texts.save}
          </Button>
          {isChanged && (
            <>
              <Button kind="quiet" onClick={discard}>
                {texts.discard}
              </Button>
              <span className="text-muted text-sm">{texts.unsaved}</span>
            </>
          )}
        </div>
      </form>
    </Section>
  );
}

function useSaveBranding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: { companyName: string | null; primaryColor: string | null }) => api.updateBranding(changes),
    meta: { showsError: true },
    onSuccess(branding) {
      queryClient.setQueryData(brandingQuery.queryKey, branding);
      showDoneToast(texts.saved);
    },
  });
}
