import type { Branding, UpdateBrandingBody } from '@ecp/contract/identity/branding';
import { footnoteChoices } from '@ecp/contract/values/footnotes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { brandingQuery } from '../../../base/api/firm-queries.ts';
import { useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../../base/ui/fields/fields.tsx';
import { SelectField } from '../../../base/ui/fields/select.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../../base/ui/states.tsx';
import { parseHex } from '../../../base/ui/theme/brand-colors.ts';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { BrandingPreview } from './branding-preview.tsx';
import { ColorField } from './color-field.tsx';
import { DeckTemplateSection } from './deck-template-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { brandingTexts } from './texts.ts';

/**
 * Shows the branding of PDFs and the portal. Admins edit it beside the actual PDF, others read it.
 */
export function BrandingPage() {
  const { has } = useSession();
  const { data, error, refetch } = useQuery(brandingQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    );
  }
  return has('admin') ? <BrandingEditor branding={data} /> : <BrandingFacts branding={data} />;
}

/**
 * Edits name and colour beside the actual PDF, which is rendered again shortly after typing pauses.
 */
function BrandingEditor({ branding }: { branding: Branding }) {
  const [companyName, setCompanyName] = useState(branding.companyName ?? '');
  const [color, setColor] = useState(branding.primaryColor ?? '');
  // An incomplete colour is not previewed.
  const [lastColor, setLastColor] = useState(color);
  const changeColor = (next: string) => {
    setColor(next);
    if (next === '' || parseHex(next)) setLastColor(next);
  };
  const tried = useDebounced(`${companyName.trim()}\n${lastColor}`);
  const [triedName = '', triedColor = ''] = tried.split('\n');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col gap-6">
        <BrandingForm
          branding={branding}
          companyName={companyName}
          color={color}
          onCompanyName={setCompanyName}
          onColor={changeColor}
        />
        <LogoSection logoUrl={branding.logoUrl} />
        <DeckTemplateSection />
      </div>
      <BrandingPreview
        companyName={triedName}
        primaryColor={triedColor}
        logoUrl={branding.logoUrl}
      />
    </div>
  );
}

const pauseMs = 350;

/** Returns a value after it has been stable for a moment, to avoid a request for every key. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const { look: lookTexts } = brandingTexts;

interface BrandingFormProps {
  branding: Branding;
  companyName: string;
  color: string;
  onCompanyName: (name: string) => void;
  onColor: (color: string) => void;
}

function BrandingForm({ branding, companyName, color, onCompanyName, onColor }: BrandingFormProps) {
  const { tenant } = useSession();
  const save = useSaveBranding();
  const [clientFootnotes, setClientFootnotes] = useState(branding.clientFootnotes);
  const isChanged =
    companyName.trim() !== (branding.companyName ?? '') ||
    color !== (branding.primaryColor ?? '') ||
    clientFootnotes !== branding.clientFootnotes;
  const isFit = color === '' || parseHex(color) !== null;
  const discard = () => {
    onCompanyName(branding.companyName ?? '');
    onColor(branding.primaryColor ?? '');
    setClientFootnotes(branding.clientFootnotes);
  };
  return (
    <Section title={lookTexts.title} description={lookTexts.description}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFit) return;
          save.mutate({
            companyName: companyName.trim() || null,
            primaryColor: color || null,
            clientFootnotes,
          });
        }}
      >
        <TextField
          label={lookTexts.company}
          hint={lookTexts.companyHint(tenant.name)}
          value={companyName}
          maxLength={200}
          autoComplete="organization"
          onChange={({ currentTarget }) => onCompanyName(currentTarget.value)}
          error={fieldError(save.error, 'companyName')}
        />
        <ColorField color={color} onChange={onColor} />
        <SelectField
          label={lookTexts.footnotes}
          hint={lookTexts.footnotesHint}
          options={footnoteOptions()}
          value={clientFootnotes}
          onChange={setClientFootnotes}
        />
        <FormError error={save.error} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            kind="primary"
            busy={save.isPending}
            disabled={!isChanged || !isFit}
          >
            {lookTexts.save}
          </Button>
          {isChanged && (
            <>
              <Button kind="quiet" onClick={discard}>
                {lookTexts.discard}
              </Button>
              <span className="text-muted text-sm">{lookTexts.unsaved}</span>
            </>
          )}
        </div>
      </form>
    </Section>
  );
}

const footnoteOptions = () =>
  footnoteChoices.map((value) => ({ value, label: lookTexts.footnoteChoices[value] }));

function useSaveBranding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateBrandingBody) => api.updateBranding(changes),
    meta: { showsError: true },
    onSuccess(branding) {
      queryClient.setQueryData(brandingQuery.queryKey, branding);
      showDoneToast(lookTexts.saved);
    },
  });
}

const { look, logo } = brandingTexts;

function BrandingFacts({
  branding: { companyName, primaryColor, clientFootnotes, logoUrl },
}: {
  branding: Branding;
}) {
  const { role, tenant } = useSession();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{brandingTexts.readOnly(statusTexts.role[role])}</p>
      <Section title={look.title} description={look.description}>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{look.company}</dt>
          <dd>{companyName ?? tenant.name}</dd>
          <dt className="text-muted">{look.color}</dt>
          <dd className="flex items-center gap-2">
            {primaryColor && (
              <span
                aria-hidden
                className="size-5 rounded border"
                style={{ backgroundColor: primaryColor }}
              />
            )}
            <span className="figures">{primaryColor ?? look.noColor}</span>
          </dd>
          <dt className="text-muted">{look.footnotes}</dt>
          <dd>{look.footnoteChoices[clientFootnotes]}</dd>
          <dt className="text-muted">{logo.title}</dt>
          <dd>
            {logoUrl ? (
              <img
                src={logoUrl}
                alt={logo.alt}
                className="h-14 max-w-60 rounded-lg border bg-white object-contain p-2"
              />
            ) : (
              logo.none
            )}
          </dd>
        </dl>
      </Section>
      <DeckTemplateSection />
    </div>
  );
}
