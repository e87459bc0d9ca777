import type { AccountDeleted } from '@ecp/contract/identity/account';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleCheck, Download, FileArchive } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { saveDownload } from '../../../base/api/save-download.ts';
import { formatBytes, formatDay, formatMoment } from '../../../base/format/format.ts';
import { nameLanguage } from '../../../base/format/words.ts';
import { browserLanguage, offeredLanguages } from '../../../base/language/language.ts';
import { useChangeLanguage, useChangeName } from '../../../base/session/change-session.ts';
import { isPersonalQuery } from '../../../base/session/personal-queries.ts';
import { broadcastSession, sessionQuery, useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { ownNameTexts, shellTexts } from '../../../base/texts/shell.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { FormError, RadioCards, TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../../base/ui/theme/theme.ts';
import { accountTexts } from './texts.ts';

export function AccountPage() {
  const { has } = useSession();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ProfileSection />
      <PreferencesSection />
      {has('admin') && <ExportSection />}
      {has('admin') && <EraseSection />}
    </div>
  );
}

const { profile: profileTexts } = accountTexts;

function ProfileSection() {
  const { user, role, tenant } = useSession();
  const facts = [
    [profileTexts.email, user.email],
    [profileTexts.role, statusTexts.role[role]],
    [profileTexts.workspace, tenant.name],
    [profileTexts.since, formatDay(user.createdAt)],
    [
      profileTexts.lastSignIn,
      user.lastLoginAt ? formatMoment(user.lastLoginAt) : profileTexts.never,
    ],
  ] as const;
  return (
    <Section title={profileTexts.title}>
      <NameForm />
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[10rem_1fr] sm:gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="mb-3 min-w-0 sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function NameForm() {
  const { user } = useSession();
  const change = useChangeName();
  const wrong = fieldError(change.error, 'name');
  return (
    <form
      className="mb-5 flex max-w-md flex-col gap-3"
      onSubmit={(event) => change.mutate(readForm(event, 'name').name)}
    >
      <TextField
        label={profileTexts.name}
        name="name"
        required
        maxLength={200}
        autoComplete="name"
        defaultValue={user.name ?? ''}
        hint={profileTexts.nameHint}
        error={wrong}
      />
      <FormError error={wrong === undefined ? change.error : null} />
      <Button type="submit" className="self-start" busy={change.isPending}>
        {ownNameTexts.save}
      </Button>
    </form>
  );
}

const { preferences: preferencesTexts } = accountTexts;
/** Stands for the choice of no language. */
const browser = 'browser' as const;

/** Returns the name of a language in itself: Deutsch. */
const ownNameOf = (language: PageLanguage): string => nameLanguage(language, language);

const themeChoices = ['system', 'light', 'dark'] as const satisfies ThemeChoice[];

function PreferencesSection() {
  const theme = useThemeChoice();
  const { user } = useSession();
  const change = useChangeLanguage();
  const languages = [
    { value: browser, label: preferencesTexts.followBrowser(ownNameOf(browserLanguage())) },
    ...offeredLanguages().map((value) => ({ value, label: ownNameOf(value) })),
  ];
  const options = themeChoices.map((value) => ({
    value,
    label: shellTexts.theme[value],
    hint: preferencesTexts.hints[value],
  }));
  return (
    <Section title={preferencesTexts.title}>
      <div className="flex flex-col gap-6">
        <RadioCards
          label={preferencesTexts.language}
          name="language"
          options={languages}
          value={(change.isPending ? change.variables : user.language) ?? browser}
          onChange={(value) => change.mutate(value === browser ? null : value)}
        />
        <RadioCards
          label={preferencesTexts.theme}
          name="theme"
          options={options}
          value={theme}
          onChange={chooseTheme}
        />
      </div>
    </Section>
  );
}

const { export: exportTexts } = accountTexts;

/**
 * Exports all data of the workspace as a file. Shows the received size, because the total is
 * unknown.
 */
function ExportSection() {
  const { has } = useSession();
  const { run, receivedBytes, stop } = useExport();
  return (
    <Section title={exportTexts.title} description={exportTexts.description}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button
            icon={Download}
            busy={run.isPending && run.variables === 'data'}
            disabled={run.isPending}
            onClick={() => run.mutate('data')}
          >
            {exportTexts.start}
          </Button>
          {has('owner') && (
            <Button
              icon={FileArchive}
              busy={run.isPending && run.variables === 'archive'}
              disabled={run.isPending}
              onClick={() => run.mutate('archive')}
            >
              {exportTexts.archive}
            </Button>
          )}
          {run.isPending && (
            <>
              <Button kind="quiet" onClick={stop}>
                {exportTexts.cancel}
              </Button>
              <span className="figures text-muted">
                {receivedBytes === 0
                  ? exportTexts.preparing
                  : exportTexts.progress(formatBytes(receivedBytes))}
              </span>
            </>
          )}
        </div>
        <p role="status" className="flex items-start gap-2 empty:hidden">
          {run.isSuccess && (
            <>
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              <span className="min-w-0">
                {exportTexts.done(run.data.filename, formatBytes(run.data.sizeBytes))}
              </span>
            </>
          )}
        </p>
        <FormError error={run.error} />
      </div>
    </Section>
  );
}

const tellEveryMs = 100;

const exports = {
  data: {
    ask: (signal: AbortSignal) => api.exportAccount({}, { signal }),
    fallbackName: 'export.json',
  },
  archive: {
    ask: (signal: AbortSignal) => api.exportArchive({}, { signal }),
    fallbackName: 'export.zip',
  },
};

function useExport() {
  const leaving = useRef<AbortController>(null);
  const [receivedBytes, setReceivedBytes] = useState(0);
  const run = useMutation({
    meta: { showsError: true },
    async mutationFn(kind: keyof typeof exports) {
      const controller = new AbortController();
      leaving.current = controller;
      setReceivedBytes(0);
      const { ask, fallbackName } = exports[kind];
      const download = await ask(controller.signal);
      const parts = await receive(download.stream, setReceivedBytes);
      const blob = new Blob(parts, { type: download.mediaType });
      await saveDownload({ ...download, blob: async () => blob }, fallbackName);
      return { filename: download.filename ?? fallbackName, sizeBytes: blob.size };
    },
    onError(_error) {
      // A user who cancels needs no explanation.
      if (leaving.current?.signal.aborted) run.reset();
    },
  });
  return { run, receivedBytes, stop: () => leaving.current?.abort() };
}

/**
 * Reads the stream to its end. Throws if the connection breaks before, because a partial file is
 * useless.
 */
async function receive(
  stream: ReadableStream<Uint8Array>,
  onProgress: (receivedBytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let receivedBytes = 0;
  let toldAt = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value as Uint8Array<ArrayBuffer>);
    receivedBytes += value.length;
    if (performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    onProgress(receivedBytes);
  }
}

const { erase: eraseTexts } = accountTexts;

/** Erases a workspace after its name was typed. Only the owner sees this section. */
function EraseSection() {
  const { has } = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={eraseTexts.title} description={eraseTexts.description}>
      {has('owner') ? (
        <Button kind="danger" onClick={() => setAsking(true)}>
          {eraseTexts.start}
        </Button>
      ) : (
        <p className="text-muted">{eraseTexts.onlyOwner}</p>
      )}
      {asking && <EraseDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const { tenant } = useSession();
  const erase = useErase();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={eraseTexts.dialogTitle(tenant.name)}
      confirmLabel={eraseTexts.confirm}
      typed={tenant.name}
      action={erase}
      onConfirm={() => erase.mutate()}
    >
      {eraseTexts.lead}
      <ul className="mt-2 list-disc pl-5">
        {eraseTexts.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p className="mt-2">{eraseTexts.kept}</p>
    </ConfirmDialog>
  );
}

/**
 * The API responds within 50 seconds, even if erasing has not finished
 * (docs/requirements/account.md).
 */
const eraseTimeoutMs = 70_000;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The numbers of records in an erased workspace, for the last page. */
    erased?: AccountDeleted['summary'];
  }
}

/** Erases the workspace, clears all cached data, and navigates to the last page. */
function useErase() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () =>
      api.deleteAccount({ confirmText: 'DELETE MY ACCOUNT' }, { timeoutMs: eraseTimeoutMs }),
    meta: { showsError: true },
    async onSuccess({ summary }) {
      broadcastSession({ kind: 'out' });
      await queryClient.cancelQueries();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      await router.navigate({
        to: '/goodbye',
        state: { erased: summary },
        replace: true,
        ignoreBlocker: true,
      });
      queryClient.removeQueries({ predicate: isPersonalQuery });
    },
  });
}
