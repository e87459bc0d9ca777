import type { DeckTemplateState } from '@ecp/contract/reach/decks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Presentation } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../base/api/client.ts';
import { deckTemplateQuery } from '../../../base/api/firm-queries.ts';
import { formatBytes, formatDay } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../../base/ui/states.tsx';
import { FileUpload, RemoveButton } from './file-upload.tsx';
import { brandingTexts } from './texts.ts';

const { deck: texts } = brandingTexts;
type Template = NonNullable<DeckTemplateState['template']>;
/** 20 MB. */
const maxBytes = 20 * 1_048_576;
const timeoutMs = 120_000;

function findFault({ name, size }: File): string | null {
  // The service tells what is wrong with files of related kinds, such as those with macros.
  if (!/\.(pptx|pptm|potx|potm)$/i.test(name)) return texts.wrongType;
  return size > maxBytes ? texts.tooLarge(formatBytes(size)) : null;
}

/**
 * Shows, replaces and removes the master that slides are written into. Others than admins read it.
 */
export function DeckTemplateSection() {
  const { has } = useSession();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(deckTemplateQuery);
  const keep = (state: DeckTemplateState) =>
    queryClient.setQueryData(deckTemplateQuery.queryKey, state);
  return (
    <Section title={texts.title} description={texts.description}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="flex flex-col gap-4">
          {data.template ? (
            <CurrentTemplate template={data.template}>
              {has('admin') && (
                <RemoveButton
                  texts={texts}
                  remove={() => api.deleteDeckTemplate({})}
                  onDone={keep}
                />
              )}
            </CurrentTemplate>
          ) : (
            <p className="text-muted">{texts.none}</p>
          )}
          {has('admin') && (
            <FileUpload
              accept=".pptx"
              texts={texts}
              isReplacing={data.template !== null}
              findFault={findFault}
              upload={(file) => api.putDeckTemplate({ file }, { timeoutMs })}
              onDone={keep}
            />
          )}
        </div>
      ) : (
        <Skeleton className="h-28" />
      )}
    </Section>
  );
}

function CurrentTemplate({ template, children }: { template: Template; children: ReactNode }) {
  const { filename, sizeBytes, uploadedAt, layouts } = template;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Presentation aria-hidden className="size-5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="wrap-anywhere font-medium">{filename}</p>
          <p className="figures text-muted text-sm">
            {texts.facts(formatBytes(sizeBytes), formatDay(uploadedAt))}
          </p>
        </div>
        {children}
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
    </div>
  );
}
