import type { Branding } from '@ecp/contract/identity/branding';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';
import { brandingQuery } from '../../../base/api/firm-queries.ts';
import { formatBytes } from '../../../base/format/format.ts';
import { Section } from '../../../base/ui/layout/page.tsx';
import { FileUpload, RemoveButton } from './file-upload.tsx';
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
  const keep = (branding: Branding) => queryClient.setQueryData(brandingQuery.queryKey, branding);
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-col gap-4">
        {logoUrl && (
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={logoUrl}
              alt={texts.alt}
              className="h-16 max-w-60 rounded-lg border bg-white object-contain p-2"
            />
            <RemoveButton texts={texts} remove={() => api.deleteLogo()} onDone={keep} />
          </div>
        )}
        <FileUpload
          accept=".png,.jpg,.jpeg,.svg"
          texts={texts}
          isReplacing={logoUrl !== null}
          findFault={findFault}
          upload={(file) => api.putLogo({ file })}
          onDone={keep}
        />
      </div>
    </Section>
  );
}
