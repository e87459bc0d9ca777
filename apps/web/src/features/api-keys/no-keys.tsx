import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { firstCall } from './first-call.ts';

const texts = apiKeyTexts.empty;

/** Shown if no key was ever created: explains keys and shows a first call. `action` is for users who may create one. */
export function NoKeys({ action }: { action: ReactNode }) {
  if (!action) {
    return (
      <EmptyState icon={KeyRound} title={texts.title}>
        {texts.adviceReader}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={KeyRound} title={texts.title} action={action}>
      {texts.advice}
      <div className="mt-4 text-left text-ink">
        <CodeBlock label={texts.example} code={firstCall()} />
      </div>
    </EmptyState>
  );
}
