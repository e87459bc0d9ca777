import type { CallableModel } from '@ecp/contract/reach/service';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';
import { modelsQuery } from '../../../base/api/firm-queries.ts';
import { formatCount, formatDecimal, formatUsd } from '../../../base/format/format.ts';
import { ForRole } from '../../../base/session/for-role.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { FormError } from '../../../base/ui/fields/fields.tsx';
import { CodeBlock, Section } from '../../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../../base/ui/layout/table.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { OwnKeys } from './own-keys.tsx';
import { modelsTexts as texts } from './texts.ts';

/** Shows which models are connected, at what prices, and how to connect one (docs/models.md). */
export function ModelsPage() {
  return (
    <ForRole needs="admin">
      <div className="flex flex-col gap-6">
        <ConnectedModels />
        <OwnKeys />
        <HowToConnect />
      </div>
    </ForRole>
  );
}

function ConnectedModels() {
  const { data, error, refetch } = useQuery(modelsQuery);
  const { title, description, none, noneAdvice } = texts.connected;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Section title={title} description={data?.connected ? description : undefined}>
      {!data && <SkeletonRows rows={2} className="h-12 w-full" />}
      {data?.connected === false && (
        <div className="max-w-2xl">
          <p className="font-medium">{none}</p>
          <p className="mt-1 text-muted">{noneAdvice}</p>
        </div>
      )}
      {data?.connected && (
        <div className="flex flex-col gap-3">
          <Table
            caption={title}
            columns={listColumns()}
            rows={data.models}
            rowKey={({ id }) => id}
          />
          <p className="text-muted text-sm">{texts.test.note}</p>
        </div>
      )}
    </Section>
  );
}

/** Made at each rendering, in the language of the page. */
function listColumns(): readonly Column<CallableModel>[] {
  const { columns: names, providers, tiers, unknownContext } = texts.connected;
  return [
    {
      title: names.model,
      cell: ({ id, provider }) => (
        <>
          <span className="wrap-anywhere block font-medium">{id}</span>
          <span className="block text-muted text-sm">
            {provider in providers ? providers[provider as Provider] : provider}
          </span>
          <TestCall model={id} />
        </>
      ),
    },
    { title: names.tier, cell: ({ tier }) => tiers[tier], wideOnly: true },
    {
      title: names.input,
      cell: ({ inputPerMillion }) => formatUsd(inputPerMillion),
      numeric: true,
    },
    {
      title: names.output,
      cell: ({ outputPerMillion }) => formatUsd(outputPerMillion),
      numeric: true,
    },
    {
      title: names.context,
      cell: ({ contextWindow }) =>
        contextWindow === null ? unknownContext : formatCount(contextWindow),
      numeric: true,
      wideOnly: true,
    },
  ];
}

/** A lower price would be shown as nothing. */
const cent = 0.01;

/** Makes one tiny call to a model, and says how it answered or why the provider refused. */
function TestCall({ model }: { model: string }) {
  const test = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.testModel({ model }),
  });
  const { start, label, answered, cheap } = texts.test;
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1">
      <Button
        size="small"
        busy={test.isPending}
        aria-label={label(model)}
        onClick={() => test.mutate()}
      >
        {start}
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {test.data?.refusal === null && (
          <span className="text-good">
            {answered(
              formatDecimal(test.data.ms / 1_000),
              test.data.costUsd < cent ? cheap : formatUsd(test.data.costUsd),
            )}
          </span>
        )}
        {test.data?.refusal && (
          <span className="wrap-anywhere text-danger">{test.data.refusal}</span>
        )}
      </p>
      <FormError error={test.error} />
    </div>
  );
}

type Provider = keyof typeof texts.connected.providers;

/** The settings of each provider (docs/settings.md). */
const settings: readonly (readonly [Provider, readonly string[]])[] = [
  ['anthropic', ['ANTHROPIC_API_KEY']],
  ['openai', ['OPENAI_API_KEY']],
  ['google', ['GOOGLE_GENERATIVE_AI_API_KEY']],
  ['azure', ['AZURE_API_KEY', 'AZURE_RESOURCE_NAME']],
  ['amazon-bedrock', ['BEDROCK_REGION', 'BEDROCK_API_KEY']],
  ['google-vertex', ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_VERTEX_LOCATION']],
  ['openai-compatible', ['OPENAI_COMPATIBLE_BASE_URL', 'OPENAI_COMPATIBLE_MODELS']],
];

const examples = {
  provider: 'ANTHROPIC_API_KEY=… npm start',
  own: 'OPENAI_COMPATIBLE_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_COMPATIBLE_MODELS=llama3.1 npm start',
};

function HowToConnect() {
  const { title, description, more, provider, own } = texts.connect;
  return (
    <Section title={title} description={description}>
      <div className="flex flex-col gap-4">
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[14rem_1fr] sm:gap-y-2">
          {settings.map(([id, variables]) => (
            <div key={id} className="contents">
              <dt>{texts.connected.providers[id]}</dt>
              <dd className="wrap-anywhere mb-2 min-w-0 font-mono text-muted text-sm sm:mb-0">
                {variables.join(', ')}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-muted text-sm">{more}</p>
        <CodeBlock label={provider} code={examples.provider} />
        <CodeBlock label={own} code={examples.own} />
      </div>
    </Section>
  );
}
