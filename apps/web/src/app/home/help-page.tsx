import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { sentence } from '../../base/format/words.ts';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { Kbd, modifierKey } from '../../base/ui/keys.tsx';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { helpTexts } from './help-texts.ts';

const texts = helpTexts;

/**
 * The one page of help: how a first engagement goes, the words that a newcomer meets, keys, and
 * where to ask.
 */
export function HelpPage() {
  return (
    <Page>
      <PageHeader title={texts.title} description={texts.description} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          <Part title={texts.first.title}>
            <ol className="flex list-decimal flex-col gap-3 pl-5">
              {texts.first.steps.map(({ does, says }) => (
                <li key={does}>
                  <span className="font-medium">{sentence(does)}</span> {says}
                </li>
              ))}
            </ol>
            <p>
              <Link to="/engagements/new" className={linkStyle}>
                {texts.first.begin}
              </Link>
            </p>
          </Part>
          <Part title={texts.keys.title}>
            <dl className="flex flex-col">
              {texts.keys.list(modifierKey()).map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex items-center justify-between gap-4 border-b py-2 last:border-0"
                >
                  <dt>{does}</dt>
                  <dd className="flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Part>
          <Part title={texts.ask.title}>
            <p>{texts.ask.team}</p>
            <p>
              <Link to="/settings/team" className={linkStyle}>
                {texts.ask.openTeam}
              </Link>
            </p>
            <p>{texts.ask.fault}</p>
          </Part>
          <Part title={texts.aiUse.title}>
            <p>{texts.aiUse.about}</p>
            <p>
              <Link to="/help/ai-use" className={linkStyle}>
                {texts.aiUse.open}
              </Link>
            </p>
          </Part>
        </div>
        <Part title={texts.words.title}>
          <dl className="flex flex-col gap-3">
            {texts.words.list.map(({ word, means }) => (
              <div key={word}>
                <dt className="font-medium">{word}</dt>
                <dd className="text-muted">{means}</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
