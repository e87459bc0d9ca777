import type { Branding } from '@ecp/contract/identity/branding';
import { useSession } from '../../../session/session.ts';
import { brandingTexts } from '../../../texts/en/settings/branding.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { Section } from '../../../ui/layout/section.tsx';

const { look, logo } = brandingTexts;

/** Shows the branding to users who may not change it. */
export function BrandingFacts({ branding: { companyName, primaryColor, logoUrl } }: { branding: Branding }) {
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
              <span aria-hidden className="size-5 rounded border" style={{ backgroundColor: primaryColor }} />
            )}
            <span className="figures">{primaryColor ?? look.noColor}</span>
          </dd>
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
    </div>
  );
}
